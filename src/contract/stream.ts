import Type, { type Static } from 'typebox';
import { Odds } from './odds/odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from './opportunities.ts';
import { Maybe, ResponseBody, Time } from './wire.ts';

/** What a stream carries. */
export const STREAM_CHANNELS = ['odds', 'opportunities', 'all'] as const;
export type StreamChannel = (typeof STREAM_CHANNELS)[number];

export const DEFAULT_STREAM_CHANNEL: StreamChannel = 'opportunities';

/** The lowest EV and profit of the opportunities in a stream, in percent, if the client names none. */
export const MIN_EV_DEFAULT = 2;
export const MIN_PROFIT_DEFAULT = 0.5;

/** The maximum number of items in one frame. The specification of the odds service states it for snapshots only. */
export const STREAM_CHUNK_ITEMS = 1000;

/** Heartbeats come this often; after twice that time without any frame, a stream may be stale. */
export const HEARTBEAT_MS = 30_000;
export const STALE_AFTER_MS = 60_000;

/** Concurrent streams of an account. Enterprise accounts have their own limit. */
export const CONCURRENT_STREAMS = 10;

const FilterValues = Type.Union([Type.Array(Type.String()), Type.Null()]);

/** The state of a trial of streaming. */
export const StreamTrial = Type.Object({
  active: Type.Boolean(),
  expires_at: Time,
  remaining_hours: Type.Number(),
  max_streams: Type.Number(),
});
export type StreamTrial = Static<typeof StreamTrial>;

/** The first frame of every stream. Only accounts on a trial of streaming get `trial`. */
export const Connected = ResponseBody(
  {},
  {
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
    trial: Maybe(StreamTrial),
  },
);
export type Connected = Static<typeof Connected>;

/** A part of the matching prices, from `offset` on. `has_more` is true while further parts follow. */
export const OddsSnapshot = ResponseBody(
  { odds: Type.Array(Odds) },
  {
    count: Type.Number(),
    total: Type.Number(),
    offset: Type.Number(),
    has_more: Type.Boolean(),
  },
);
export type OddsSnapshot = Static<typeof OddsSnapshot>;

/** The whole snapshot has been sent. */
export const SnapshotComplete = ResponseBody(
  {},
  { status: Type.String(), books: Type.Array(Type.String()), total_odds: Type.Number() },
);
export type SnapshotComplete = Static<typeof SnapshotComplete>;

/** The fields of a price that change; they are merged into the `Odds` with the same `id`. */
export const DeltaOdds = Type.Object({
  id: Type.String(),
  odds_american: Type.Number(),
  odds_decimal: Type.Number(),
  odds_probability: Type.Number(),
  line: Type.Union([Type.Number(), Type.Null()]),
  is_live: Type.Boolean(),
  odds_changed_at: Time,
});
export type DeltaOdds = Static<typeof DeltaOdds>;

/** Prices of one sportsbook that changed together. `partial` is true while more of them follow. */
export const OddsUpdate = ResponseBody(
  { odds: Type.Array(DeltaOdds) },
  { count: Type.Number(), book: Type.String(), partial: Type.Boolean() },
);
export type OddsUpdate = Static<typeof OddsUpdate>;

/** Prices that a sportsbook withdrew. */
const OddsRemoved = ResponseBody(
  { ids: Type.Array(Type.String()) },
  { count: Type.Number(), book: Type.String() },
);

/** Ids of opportunities that are gone. Only the frames for +EV and arbitrage have the `timestamp`. */
export const OpportunitiesExpired = ResponseBody(
  { expired: Type.Array(Type.String()) },
  { timestamp: Maybe(Time) },
);
export type OpportunitiesExpired = Static<typeof OpportunitiesExpired>;

const Heartbeat = ResponseBody({}, { timestamp: Time });

/** A temporary problem; the stream stays open. */
const StreamError = Type.Object({ code: Type.String(), message: Maybe(Type.String()) });

/** The payload of each kind of server-sent event. */
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
