import Type, { type Static } from 'typebox';
import { Limit, List, Offset, Slugs } from './queries.ts';
import { Count, Pagination } from './wire.ts';

/** Shares of the two sides, 0.0 to 1.0. */
const SideShares = Type.Object({ away: Type.Number(), home: Type.Number() });
const TotalShares = Type.Object({ over: Type.Number(), under: Type.Number() });

const TotalSplits = Type.Object({
  line: Type.Number(),
  handle_pct: TotalShares,
  bets_pct: TotalShares,
});

const MoneylineSplits = Type.Object({
  away_odds: Type.Number(),
  home_odds: Type.Number(),
  handle_pct: SideShares,
  bets_pct: SideShares,
});

/**
 * How the public bets on an event at one book. `spread.away_odds` and `spread.home_odds` carry
 * lines, whatever they are called. Handle is the share of money, bets the share of tickets.
 */
export const Splits = Type.Object({
  event_id: Type.String(),
  sport: Type.String(),
  league: Type.String(),
  sportsbook: Type.String(),
  away_team: Type.String(),
  home_team: Type.String(),
  spread: Type.Object({
    away_odds: Type.Number(),
    home_odds: Type.Number(),
    handle_pct: SideShares,
    bets_pct: SideShares,
  }),
  total: TotalSplits,
  moneyline: MoneylineSplits,
  fetched_at: Type.String(),
});
export type Splits = Static<typeof Splits>;

/** One collection of the splits of an event at one book. `timestamp` is in Unix seconds. */
export const SplitsHistoryEntry = Type.Object({
  book: Type.String(),
  ts: Type.String(),
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

/** The query of `GET /splits`. */
export const SplitsQuery = Type.Object({
  sport: Type.Optional(Slugs),
  league: Type.Optional(Slugs),
  sportsbook: Type.Optional(Slugs),
  event_id: Type.Optional(List),
  limit: Type.Optional(Limit),
  offset: Type.Optional(Offset),
});
export type SplitsQuery = Static<typeof SplitsQuery>;

/** The query of `GET /splits/history`. Times are RFC 3339 or Unix seconds. */
export const SplitsHistoryQuery = Type.Object({
  event_id: Type.String({ minLength: 1 }),
  sportsbook: Type.Optional(Slugs),
  start_time: Type.Optional(Type.String()),
  end_time: Type.Optional(Type.String()),
  limit: Type.Optional(Limit),
});
export type SplitsHistoryQuery = Static<typeof SplitsHistoryQuery>;

/** The body of `GET /splits`. */
export const SplitsPage = Type.Object({
  data: Type.Array(Splits),
  pagination: Type.Object({
    ...Pagination.properties,
    count: Type.Number(),
    total: Count,
  }),
  updated_at: Type.String(),
});

/** The body of `GET /splits/history`, oldest first. */
export const SplitsHistoryAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(SplitsHistoryEntry),
  meta: Type.Object({
    event_id: Type.String(),
    total: Count,
    books: Type.Array(Type.String()),
    oldest: Type.Union([Type.String(), Type.Null()]),
    newest: Type.Union([Type.String(), Type.Null()]),
    updated_at: Type.String(),
  }),
});
