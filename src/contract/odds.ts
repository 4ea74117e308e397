import Type, { type Static } from 'typebox';
import { EventGameState } from './events.ts';
import { Limit, List, Offset, Slugs, State } from './queries.ts';
import { Count, Maybe, PageMeta, Pagination } from './wire.ts';

/** Values of the `sort` parameter of `/odds` and `/odds/delta`; a prefix `-` sorts descending. */
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

const OddsSort = Type.Unsafe<OddsSort>(
  Type.Enum(ODDS_SORT_FIELDS.flatMap((field) => [field, `-${field}`])),
);

/** One price on one selection at one book: `GET /odds`, `GET /odds/delta` and the stream's snapshot. */
export const Odds = Type.Object({
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
  event_start_time: Type.String(),
  last_seen_at: Type.String(),
  is_live: Type.Boolean(),
  player_name: Maybe(Type.String()),
  stat_category: Maybe(Type.String()),
  public_bet_pct: Maybe(Type.Number()),
  max_bet: Maybe(Type.Number()),
  odds_changed_at: Maybe(Type.String()),
  deep_link: Maybe(Type.String()),
  status: Maybe(Type.String()),
});
export type Odds = Static<typeof Odds>;

const ODDS_FILTERS = {
  sportsbook: Type.Optional(Slugs),
  sport: Type.Optional(Slugs),
  league: Type.Optional(Slugs),
  market: Type.Optional(Slugs),
  event: Type.Optional(List),
  live: Type.Optional(Type.Boolean()),
  sort: Type.Optional(OddsSort),
  fields: Type.Optional(Type.Array(Type.Enum(Object.keys(Odds.properties)))),
  min_odds: Type.Optional(Type.Number()),
  max_odds: Type.Optional(Type.Number()),
  state: Type.Optional(State),
  limit: Type.Optional(Limit),
  offset: Type.Optional(Offset),
};

/** The query of `GET /odds`. */
export const OddsQuery = Type.Object({
  ...ODDS_FILTERS,
  group_by: Type.Optional(Type.Literal('event')),
  cursor: Type.Optional(Type.String()),
});
export type OddsQuery = Static<typeof OddsQuery>;

/** The query of `GET /odds/delta`. `since` is ISO 8601. */
export const OddsDeltaQuery = Type.Object({ since: Type.String(), ...ODDS_FILTERS });
export type OddsDeltaQuery = Static<typeof OddsDeltaQuery>;

/** The query of `GET /events/{eventId}/odds`. */
export const EventOddsQuery = Type.Pick(Type.Object(ODDS_FILTERS), [
  'sportsbook',
  'market',
  'limit',
  'offset',
]);
export type EventOddsQuery = Static<typeof EventOddsQuery>;

/** The body of `POST /odds/batch`. */
export const OddsBatchRequest = Type.Object({
  event_ids: Type.Array(Type.String(), { minItems: 1 }),
  sportsbook: Maybe(Type.String()),
  market: Maybe(Type.String()),
});
export type OddsBatchRequest = Static<typeof OddsBatchRequest>;

/** One price inside an event of `POST /odds/batch`: it carries no id and no probability. */
export const BatchOdds = Type.Object({
  sportsbook: Type.String(),
  market_type: Type.String(),
  selection: Type.String(),
  selection_type: Type.String(),
  odds_american: Type.Number(),
  odds_decimal: Type.Number(),
  line: Maybe(Type.Number()),
  last_seen_at: Type.String(),
});
export type BatchOdds = Static<typeof BatchOdds>;

/** One event of `POST /odds/batch` with all its prices. */
export const BatchEvent = Type.Object({
  event_id: Type.String(),
  event_name: Maybe(Type.String()),
  sport: Type.String(),
  league: Type.String(),
  start_time: Type.String(),
  is_live: Type.Boolean(),
  game_state: Maybe(EventGameState),
  odds: Type.Array(BatchOdds),
});
export type BatchEvent = Static<typeof BatchEvent>;

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
  start_time: Type.String(),
  is_live: Type.Boolean(),
  odds: Type.Array(GroupedOdds),
});
export type GroupedEvent = Static<typeof GroupedEvent>;

/**
 * One price of `GET /events/{eventId}/odds`. The specification names the nested probability both
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
  last_seen_at: Type.String(),
});
export type EventOdds = Static<typeof EventOdds>;

/** The body of `GET /odds`. Where `fields` were named, a price holds those alone. */
export const OddsPage = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Type.Partial(Odds)),
  meta: Type.Object({
    ...PageMeta.properties,
    books_available: Type.Array(Type.String()),
    books_returned: Type.Array(Type.String()),
    filters: Type.Record(Type.String(), Type.Unknown()),
  }),
});

/** The body of `GET /odds?group_by=event`. `books_available` is a count here. */
export const GroupedOddsPage = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(GroupedEvent),
  meta: Type.Object({
    group_by: Type.String(),
    books_available: Type.Number(),
    filters: Type.Record(Type.String(), Type.Unknown()),
    pagination: Type.Optional(Pagination),
    updated_at: Type.String(),
  }),
});

/** The body of `GET /odds/delta`. */
export const OddsDelta = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Type.Partial(Odds)),
  meta: Type.Object({
    count: Type.Number(),
    total: Count,
    server_time: Type.String(),
    books_changed: Type.Array(Type.String()),
    pagination: Pagination,
    filters: Type.Record(Type.String(), Type.Unknown()),
  }),
});

/** The body of `GET /events/{eventId}/odds`. */
export const EventOddsPage = Type.Object({
  data: Type.Array(EventOdds),
  meta: Type.Object({
    ...PageMeta.properties,
    filters: Type.Record(Type.String(), Type.Unknown()),
  }),
});

/** The body of `POST /odds/batch`. */
export const OddsBatch = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({
    events: Type.Array(BatchEvent),
    missing_events: Type.Array(Type.String()),
  }),
  meta: Type.Object({
    requested: Type.Number(),
    found: Type.Number(),
    missing: Type.Number(),
    max_batch: Type.Number(),
    filters: Type.Record(Type.String(), Type.Unknown()),
    updated_at: Type.String(),
  }),
});
