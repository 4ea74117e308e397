import Type, { type Static } from 'typebox';
import { EventGameState } from '../events.ts';
import { Maybe, type NeededPart, ResponseBody, Time } from '../wire.ts';

/** Values of the `sort` parameter of `/odds` and `/odds/delta`. With the prefix `-` they sort descending. */
export const ODDS_SORT_FIELDS = [
  'odds_american',
  'odds_decimal',
  'odds_probability',
  'event_start_time',
  'last_seen_at',
  'sportsbook',
  'league',
  'sport',
] as const;
export type OddsSortField = (typeof ODDS_SORT_FIELDS)[number];
export type OddsSort = OddsSortField | `-${OddsSortField}`;

/**
 * What is known of a price on a stream at any time: the snapshot has these properties, and frames say when one of them
 * changes. `selection_type` is the side, such as `home` or `over`.
 */
export const StreamedOdds = Type.Object({
  id: Type.String(),
  sportsbook: Type.String(),
  event_id: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  home_team: Maybe(Type.String()),
  away_team: Maybe(Type.String()),
  market_type: Type.String(),
  selection: Type.String(),
  selection_type: Type.String(),
  odds_american: Type.Number(),
  odds_decimal: Type.Number(),
  odds_probability: Maybe(Type.Number()),
  line: Maybe(Type.Number()),
  event_start_time: Time,
  is_live: Type.Boolean(),
  player_name: Maybe(Type.String()),
  stat_category: Maybe(Type.String()),
  deep_link: Maybe(Type.String()),
});

/**
 * One price on one selection at one sportsbook: in `/odds`, `/odds/delta` and the stream's snapshot. A stream never
 * updates `public_bet_pct`, `max_bet` and `status`, and its `last_seen_at` and `odds_changed_at` are not those of lists.
 * `public_bet_pct` is the share of all bets, from 0 to 1 despite its name, `max_bet` the largest stake in US
 * dollars, `status` the event's status.
 */
export const Odds = Type.Object({
  ...StreamedOdds.properties,
  last_seen_at: Time,
  public_bet_pct: Maybe(Type.Number()),
  max_bet: Maybe(Type.Number()),
  odds_changed_at: Maybe(Time),
  status: Maybe(Type.String()),
});
export type Odds = Static<typeof Odds>;

/** One price inside an event of `POST /odds/batch`: it carries no id and no probability. */
export const BatchOdds = Type.Object({
  sportsbook: Type.String(),
  market_type: Type.String(),
  selection: Type.String(),
  selection_type: Type.String(),
  odds_american: Type.Number(),
  odds_decimal: Type.Number(),
  line: Maybe(Type.Number()),
  last_seen_at: Time,
});
export type BatchOdds = Static<typeof BatchOdds>;

/** One event of `POST /odds/batch` with all its prices. */
export const BatchEvent = ResponseBody(
  {
    event_id: Type.String(),
    sport: Type.String(),
    league: Type.String(),
    is_live: Type.Boolean(),
    odds: Type.Array(BatchOdds),
  },
  { event_name: Maybe(Type.String()), start_time: Time, game_state: Maybe(EventGameState) },
);
export type BatchEvent = Static<NeededPart<typeof BatchEvent>>;

/** One price inside an event of `GET /odds?group_by=event`. */
export const GroupedOdds = Type.Object({
  id: Type.String(),
  ...BatchOdds.properties,
  odds_probability: Type.Number(),
});
export type GroupedOdds = Static<typeof GroupedOdds>;

/** One event of `GET /odds?group_by=event`. */
export const GroupedEvent = Type.Object({
  event_id: Type.String(),
  event_name: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  start_time: Time,
  is_live: Type.Boolean(),
  odds: Type.Array(GroupedOdds),
});
export type GroupedEvent = Static<typeof GroupedEvent>;

/**
 * One price of `GET /events/{eventId}/odds`. The specification of the odds service names the nested probability both
 * `probability` and `odds_probability`: a writer sends both, a reader takes either.
 */
export const EventOdds = Type.Object({
  id: Type.String(),
  sportsbook: Type.String(),
  event_id: Type.String(),
  market_type: Type.String(),
  selection: Type.String(),
  selection_type: Type.String(),
  line: Maybe(Type.Number()),
  odds: Type.Object({
    american: Type.Number(),
    decimal: Type.Number(),
    probability: Maybe(Type.Number()),
    odds_probability: Maybe(Type.Number()),
  }),
  last_seen_at: Time,
});
export type EventOdds = Static<typeof EventOdds>;
