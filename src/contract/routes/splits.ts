import Type, { type Static } from 'typebox';
import { PAGE_SIZE_MAX, SPLITS_PAGE_SIZE_DEFAULT } from '../limits.ts';
import { route } from '../route.ts';
import { Count, Maybe, type NeededPart, Pagination, ResponseBody, Time } from '../wire.ts';
import { List, limitOf, Offset, Slugs } from './parameters.ts';

/** Shares of the two sides, 0.0 to 1.0, although the fields that hold them end in `pct`. */
const SideShares = Type.Object({ away: Type.Number(), home: Type.Number() });
const TotalShares = Type.Object({ over: Type.Number(), under: Type.Number() });

const TotalSplits = Type.Object({
  line: Type.Number(),
  handle_pct: TotalShares,
  bets_pct: TotalShares,
});

/** The odds are American. */
const MoneylineSplits = Type.Object({
  away_odds: Type.Number(),
  home_odds: Type.Number(),
  handle_pct: SideShares,
  bets_pct: SideShares,
});

/**
 * How the public bets on an event at one sportsbook. `handle_pct` is the share of the money on each side,
 * `bets_pct` the share of the tickets. `spread.away_odds` and `spread.home_odds` are lines, despite their names.
 */
export const Splits = Type.Object({
  event_id: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  sportsbook: Type.String(),
  away_team: Maybe(Type.String()),
  home_team: Maybe(Type.String()),
  spread: Type.Object({
    away_odds: Type.Number(),
    home_odds: Type.Number(),
    handle_pct: SideShares,
    bets_pct: SideShares,
  }),
  total: TotalSplits,
  moneyline: MoneylineSplits,
  fetched_at: Time,
});
export type Splits = Static<typeof Splits>;

/**
 * The splits of an event at one sportsbook, as they were when the odds service collected them: at `ts`, which
 * `timestamp` repeats in Unix seconds.
 */
export const SplitsHistoryEntry = Type.Object({
  book: Type.String(),
  ts: Time,
  timestamp: Type.Number(),
  spread: Type.Object({
    away_line: Type.Number(),
    home_line: Type.Number(),
    handle_pct: SideShares,
    bets_pct: SideShares,
  }),
  total: TotalSplits,
  moneyline: MoneylineSplits,
});
export type SplitsHistoryEntry = Static<typeof SplitsHistoryEntry>;

export const SplitsPage = ResponseBody(
  {
    data: Type.Array(Splits),
    pagination: ResponseBody({ ...Pagination.properties, total: Count }, { count: Type.Number() }),
  },
  { updated_at: Time },
);

/** The oldest entry comes first. */
export const SplitsHistory = ResponseBody(
  {
    data: Type.Array(SplitsHistoryEntry),
    meta: ResponseBody(
      {
        total: Count,
        books: Type.Array(Type.String()),
        oldest: Maybe(Time),
        newest: Maybe(Time),
      },
      { event_id: Type.String(), updated_at: Time },
    ),
  },
  { success: Type.Literal(true) },
);
export type SplitsHistory = Static<NeededPart<typeof SplitsHistory>>;

const SplitsLimit = limitOf(SPLITS_PAGE_SIZE_DEFAULT);

/** How long clients may reuse splits: little, compared with the five minutes or so between their collections. */
const SPLITS_FRESH_MS = 15_000;

export const splits = route({
  method: 'GET',
  path: '/splits',
  tier: 'free',
  query: Type.Object({
    sport: Type.Optional(Slugs),
    league: Type.Optional(Slugs),
    sportsbook: Type.Optional(Slugs),
    event_id: Type.Optional(List),
    limit: SplitsLimit,
    offset: Offset,
  }),
  response: SplitsPage,
  freshForMs: SPLITS_FRESH_MS,
  objectsPerRequest: PAGE_SIZE_MAX / 2, // Events: the odds service has two sources, each with one row for an event.
});

/** `start_time` and `end_time` bound when the splits were collected. They are RFC 3339 or Unix seconds. */
export const splitsHistory = route({
  method: 'GET',
  path: '/splits/history',
  tier: 'free',
  query: Type.Object({
    event_id: Type.String({ minLength: 1 }),
    sportsbook: Type.Optional(Slugs),
    start_time: Type.Optional(Type.String()),
    end_time: Type.Optional(Type.String()),
    limit: SplitsLimit,
  }),
  response: SplitsHistory,
  freshForMs: SPLITS_FRESH_MS,
});
