import Type, { type Static } from 'typebox';
import { Count, Maybe, Time } from './wire.ts';

/**
 * Live score and clock in `/events` and `/odds/batch`; only on live events with scores. `score_type` is the unit of
 * the score, such as `game_points`; `possession` and `power_play` are `home` or `away`.
 */
export const EventGameState = Type.Object({
  home_score: Type.Number(),
  away_score: Maybe(Type.Number()),
  period: Maybe(Type.String()),
  clock: Maybe(Type.String()),
  score_type: Type.String(),
  possession: Maybe(Type.String()),
  is_timeout: Maybe(Type.Boolean()),
  power_play: Maybe(Type.String()),
  last_play: Maybe(Type.String()),
});
export type EventGameState = Static<typeof EventGameState>;

/** An event of `GET /events`. All sportsbooks share its `id`; `external_ids` are their own ids, by sportsbook. */
export const Event = Type.Object({
  id: Type.String(),
  external_ids: Maybe(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  ),
  sport: Type.String(),
  league: Type.String(),
  home_team: Maybe(Type.String()),
  away_team: Maybe(Type.String()),
  start_time: Time,
  status: Type.String(),
  is_live: Type.Boolean(),
  book_count: Count,
  markets: Type.Array(Type.String()),
  books: Type.Array(Type.String()),
  game_state: Maybe(EventGameState),
});
export type Event = Static<typeof Event>;

/**
 * The display name of an event: `Away @ Home`, or the one team that is named, or the id where both names
 * are empty.
 */
export function eventName(event: {
  readonly id: string;
  readonly home_team: string;
  readonly away_team: string;
}): string {
  const named = [event.away_team, event.home_team].filter((team) => team !== '');
  return named.join(' @ ') || event.id;
}
