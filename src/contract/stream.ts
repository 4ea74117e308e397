import Type, { type Static } from 'typebox';
import { Odds } from './odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from './opportunities.ts';
import { State } from './queries.ts';
import { Maybe } from './wire.ts';

/** What a stream tells of. Without a choice it is opportunities. */
export const STREAM_CHANNELS = ['odds', 'opportunities', 'all'] as const;
export type StreamChannel = (typeof STREAM_CHANNELS)[number];

export const DEFAULT_STREAM_CHANNEL: StreamChannel = 'opportunities';

/** The lowest tier that may stream. */
export const STREAM_TIER = 'hobby';

/** Percentages from which on opportunities are told, where the caller names none. */
export const MIN_EV_DEFAULT = 2;
export const MIN_PROFIT_DEFAULT = 0.5;

/** Items that one frame holds at the most. The specification says so of snapshots. */
export const STREAM_CHUNK_ITEMS = 1000;

/** How often a stream shows that it lives. Twice that without a heartbeat, and it may be stale. */
export const HEARTBEAT_MS = 30_000;
export const STALE_AFTER_MS = 60_000;

/** Streams that an account may hold open at a time; enterprise has an agreement of its own. */
export const CONCURRENT_STREAMS = 10;

/** A list that names something: a stream of nothing is refused. */
const Values = Type.Array(Type.String(), { minItems: 1 });

const SlugValues = Type.Array(Type.String(), { minItems: 1, areSlugs: true });

const Percent = Type.Number({ minimum: 0 });

/** The query of `GET /stream`. `min_ev` and `min_profit` are percentages. */
export const StreamQuery = Type.Object({
  channel: Type.Optional(Type.Enum([...STREAM_CHANNELS])),
  sport: Type.Optional(SlugValues),
  sportsbook: Type.Optional(SlugValues),
  league: Type.Optional(SlugValues),
  event: Type.Optional(Values),
  market: Type.Optional(SlugValues),
  min_ev: Type.Optional(Percent),
  min_profit: Type.Optional(Percent),
  state: Type.Optional(State),
});
export type StreamQuery = Static<typeof StreamQuery>;

const FilterValues = Type.Union([Type.Array(Type.String()), Type.Null()]);

/** How a trial of streaming stands. */
export const StreamTrial = Type.Object({
  active: Type.Boolean(),
  expires_at: Type.String(),
  remaining_hours: Type.Number(),
  max_streams: Type.Number(),
});
export type StreamTrial = Static<typeof StreamTrial>;

/** The first frame of every stream. `trial` only for accounts on a trial of streaming. */
export const Connected = Type.Object({
  stream_id: Type.String(),
  channel: Type.String(),
  filters: Type.Object({
    sportsbook: FilterValues,
    sport: FilterValues,
    league: FilterValues,
    event: FilterValues,
    market: FilterValues,
  }),
  reconnected: Type.Boolean(),
  trial: Type.Optional(StreamTrial),
});
export type Connected = Static<typeof Connected>;

/** A part of the matching prices, from `offset` on; `has_more` while further parts follow. */
export const OddsSnapshot = Type.Object({
  odds: Type.Array(Odds),
  count: Type.Number(),
  total: Type.Number(),
  offset: Type.Number(),
  has_more: Type.Boolean(),
});
export type OddsSnapshot = Static<typeof OddsSnapshot>;

/** The whole snapshot has been sent. */
export const SnapshotComplete = Type.Object({
  status: Type.String(),
  books: Type.Array(Type.String()),
  total_odds: Type.Number(),
});
export type SnapshotComplete = Static<typeof SnapshotComplete>;

/** What moves of a price; to be merged into the full object of the same `id`. */
export const DeltaOdds = Type.Object({
  id: Type.String(),
  odds_american: Type.Number(),
  odds_decimal: Type.Number(),
  odds_probability: Type.Number(),
  line: Type.Union([Type.Number(), Type.Null()]),
  is_live: Type.Boolean(),
  odds_changed_at: Type.String(),
});
export type DeltaOdds = Static<typeof DeltaOdds>;

/** Prices of one book that moved together; `partial` while more of them follow. */
export const OddsUpdate = Type.Object({
  odds: Type.Array(DeltaOdds),
  count: Type.Number(),
  book: Type.String(),
  partial: Type.Boolean(),
});
export type OddsUpdate = Static<typeof OddsUpdate>;

/** Prices that a book took down. */
export const OddsRemoved = Type.Object({
  ids: Type.Array(Type.String()),
  count: Type.Number(),
  book: Type.String(),
});
export type OddsRemoved = Static<typeof OddsRemoved>;

/** Ids of opportunities that are no longer there. `timestamp` for +EV and arbitrage alone. */
export const OpportunitiesExpired = Type.Object({
  expired: Type.Array(Type.String()),
  timestamp: Maybe(Type.String()),
});
export type OpportunitiesExpired = Static<typeof OpportunitiesExpired>;

export const Heartbeat = Type.Object({ timestamp: Type.String() });
export type Heartbeat = Static<typeof Heartbeat>;

/** A problem that passes; the stream goes on. */
export const StreamError = Type.Object({ code: Type.String(), message: Type.String() });
export type StreamError = Static<typeof StreamError>;

/** Every kind of event, with what it carries. */
export const STREAM_EVENTS = {
  connected: Connected,
  snapshot: OddsSnapshot,
  'snapshot:complete': SnapshotComplete,
  'odds:update': OddsUpdate,
  'odds:removed': OddsRemoved,
  'ev:detected': Type.Array(EvOpportunity),
  'ev:expired': OpportunitiesExpired,
  'arb:detected': Type.Array(ArbitrageOpportunity),
  'arb:expired': OpportunitiesExpired,
  'middles:detected': Type.Array(MiddleOpportunity),
  'middles:expired': OpportunitiesExpired,
  'low_hold:detected': Type.Array(LowHoldOpportunity),
  'low_hold:expired': OpportunitiesExpired,
  heartbeat: Heartbeat,
  error: StreamError,
} as const;
export type StreamEventKind = keyof typeof STREAM_EVENTS;
