import Type, { type Static } from 'typebox';
import { Maybe } from './wire.ts';

/** Live score and clock as `/events` and `/odds/batch` carry them; only on live events with scores. */
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

/** An event of `GET /events`: canonical, the same id across sportsbooks. */
export const Event = Type.Object({
  id: Type.String(),
  external_ids: Maybe(Type.Record(Type.String(), Type.String())),
  sport: Type.String(),
  league: Type.String(),
  home_team: Maybe(Type.String()),
  away_team: Maybe(Type.String()),
  start_time: Type.String(),
  status: Type.String(),
  is_live: Type.Boolean(),
  book_count: Type.Number(),
  markets: Type.Array(Type.String()),
  books: Type.Array(Type.String()),
  game_state: Maybe(EventGameState),
});
export type Event = Static<typeof Event>;
