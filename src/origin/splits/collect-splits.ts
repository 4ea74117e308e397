import { MARKET_ALIASES } from '../../contract/markets.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { Splits } from '../../contract/routes/splits.ts';
import type { Board, EventInfo } from '../origin-board.ts';
import { fairProbability, mainLine, type TwoSides } from './main-line.ts';

/** A book that publishes betting splits: the shares of the bets and of the money on each side. */
interface SplitsSource {
  readonly book: string;
  /** How far its bets lean to the side that the public prefers: 1 as far as the public's, 0 not at all. */
  readonly publicShare: number;
}

/** A recreational book, and one for sharp bettors. */
const SOURCES: readonly SplitsSource[] = [
  { book: 'draftkings', publicShare: 1 },
  { book: 'circa', publicShare: 0.4 },
];

/** The book whose prices have `public_bet_pct`: the share (0 to 1) of the public's bets on that side. */
const TICKET_BOOK = 'draftkings';

/** The book whose prices large stakes follow. */
const REFERENCE_BOOK = 'pinnacle';

/**
 * How much of the handle (the money staked) moves to a side, as a share, for each 1.0 of probability by which
 * the reference book rates the side higher than the source does.
 */
const HANDLE_PER_EDGE = 6;

const { spread: SPREADS = [], total: TOTALS = [] } = MARKET_ALIASES;

const MARKETS = {
  moneyline: ['moneyline'],
  spread: SPREADS,
  total: TOTALS.filter((type) => type !== 'team_total'),
};

/** The two sides of a market with their shares of handle and bets. Home or over comes first. */
interface MarketSplits {
  readonly sides: TwoSides;
  readonly handle: readonly [number, number];
  readonly bets: readonly [number, number];
}

/**
 * The splits of every event at every source at the time `at`, in milliseconds since the Unix epoch. The bets
 * come from the `public_bet_pct` of the prices. The handle is derived from the bets and from the difference
 * to the reference price. Boards from recordings have no `public_bet_pct`, and therefore no splits.
 */
export function collectSplits(board: Board, at: number): Splits[] {
  const fetchedAt = new Date(at).toISOString();
  return [...board.events()].flatMap((event) => {
    const rows = [...board.rowsOf(event.id)].map((row) => row.odds);
    return SOURCES.flatMap((source) => splitsAt(source, event, rows, fetchedAt) ?? []);
  });
}

function splitsAt(
  source: SplitsSource,
  event: EventInfo,
  rows: readonly Odds[],
  fetchedAt: string,
): Splits | undefined {
  const moneyline = marketSplits(source, rows, MARKETS.moneyline);
  const spread = marketSplits(source, rows, MARKETS.spread);
  const total = marketSplits(source, rows, MARKETS.total);
  if (moneyline === undefined || spread === undefined || total === undefined) return undefined;
  return {
    event_id: event.id,
    sport: event.sport,
    league: event.league,
    sportsbook: source.book,
    away_team: event.away_team,
    home_team: event.home_team,
    // The contract calls the lines of a spread `away_odds` and `home_odds`.
    spread: {
      away_odds: spread.sides[1].line ?? 0,
      home_odds: spread.sides[0].line ?? 0,
      handle_pct: { away: spread.handle[1], home: spread.handle[0] },
      bets_pct: { away: spread.bets[1], home: spread.bets[0] },
    },
    total: {
      line: total.sides[0].line ?? 0,
      handle_pct: { over: total.handle[0], under: total.handle[1] },
      bets_pct: { over: total.bets[0], under: total.bets[1] },
    },
    moneyline: {
      away_odds: moneyline.sides[1].odds_american,
      home_odds: moneyline.sides[0].odds_american,
      handle_pct: { away: moneyline.handle[1], home: moneyline.handle[0] },
      bets_pct: { away: moneyline.bets[1], home: moneyline.bets[0] },
    },
    fetched_at: fetchedAt,
  };
}

function marketSplits(
  { book, publicShare }: SplitsSource,
  rows: readonly Odds[],
  marketTypes: readonly string[],
): MarketSplits | undefined {
  const sides = mainLine(rows, book, marketTypes);
  const ticketSides = mainLine(rows, TICKET_BOOK, marketTypes);
  const [first, second] = (ticketSides ?? []).map((odds) => odds.public_bet_pct);
  if (sides === undefined || first == null || second == null) return undefined;
  const average = (first + second) / 2;
  const lean = ((first - second) / 2) * publicShare;
  const bets = [average + lean, average - lean] as const;
  const reference = mainLine(rows, REFERENCE_BOOK, marketTypes);
  const hasSameLine = reference !== undefined && reference[0].line === sides[0].line;
  const edge = hasSameLine ? fairProbability(reference) - fairProbability(sides) : 0;
  // Leaves at least 1 % of the handle on each side.
  const shift = Math.min(Math.max(edge * HANDLE_PER_EDGE, 0.01 - bets[0]), bets[1] - 0.01);
  return {
    sides,
    bets: [rounded(bets[0]), rounded(bets[1])],
    handle: [rounded(bets[0] + shift), rounded(bets[1] - shift)],
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
