import type { Odds } from '../../contract/odds/odds.ts';
import { foldName, subjectOf } from '../../contract/odds/selection-name.ts';
import type {
  ComparisonMarket,
  ComparisonSelection,
} from '../../contract/routes/odds-comparison.ts';
import { roundPercent } from '../rounding.ts';
import { type CompleteMarket, completeMarkets, holdPercent } from './complete-markets.ts';

/**
 * The lowest credible hold of a single book. Prices that add up to less do not cover every outcome, as with
 * "to win to nil" of either team.
 */
const LOWEST_BOOK_HOLD_PERCENT = -2;

/** Compares the prices of one event across books. One entry a market type, sorted by name. */
export function compareMarkets(rows: Iterable<Odds>): ComparisonMarket[] {
  return [...Map.groupBy(rows, (odds) => odds.market_type)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([marketType, odds]) => ({
      market_type: marketType,
      hold: holdOf(odds),
      selections: groupBySelection(odds).flatMap(compareBooks),
    }));
}

interface MarketHolds {
  readonly market: CompleteMarket;
  /** In percent, of the books that price every side. */
  readonly byBook: ReadonlyMap<string, number>;
}

/**
 * The response has one hold for a market type, which often has many lines. Both `best_available` and `by_book`
 * are those of the main line: the one that most books price on every side; on a tie, the one nearest to zero.
 * A book that does not price the main line counts with the next line that it does price.
 */
function holdOf(rows: readonly Odds[]): ComparisonMarket['hold'] {
  const books = [...new Set(rows.map((odds) => odds.sportsbook))].sort();
  const markets = completeMarkets(rows)
    .map((market): MarketHolds => ({ market, byBook: holdByBook(market, books) }))
    .filter(({ byBook }) => byBook.values().every((hold) => hold > LOWEST_BOOK_HOLD_PERCENT))
    .sort(mainLineFirst);
  const byBook = books.flatMap((book) => {
    const hold = markets.find((entry) => entry.byBook.has(book))?.byBook.get(book);
    return hold === undefined ? [] : [[book, roundPercent(hold)] as const];
  });
  const best = markets
    .values()
    .map(({ market }) => holdPercent(market, () => true))
    .find((hold) => hold !== null);
  return {
    best_available: best == null ? null : roundPercent(best),
    by_book: Object.fromEntries(byBook),
  };
}

function mainLineFirst(a: MarketHolds, b: MarketHolds): number {
  return (
    b.byBook.size - a.byBook.size || Math.abs(a.market.line ?? 0) - Math.abs(b.market.line ?? 0)
  );
}

function holdByBook(market: CompleteMarket, books: readonly string[]): Map<string, number> {
  const holds = new Map<string, number>();
  for (const book of books) {
    const hold = holdPercent(market, (odds) => odds.sportsbook === book);
    if (hold !== null) holds.set(book, hold);
  }
  return holds;
}

/** What identifies a selection across books, from the loosest key to the strictest. */
const SELECTION_KEYS: readonly ((odds: Odds) => string)[] = [
  (odds) => `${odds.selection_type}|${odds.line ?? ''}|${subjectOf(odds)}`,
  ({ selection }) => foldName(selection).join(' '),
  ({ selection }) => selection,
  ({ id }) => id,
];

/**
 * Groups the prices of one market type by selection. If a book has two prices on what looks like one selection,
 * there are two selections: the group is split by the next stricter key, so that no price hides another. Two
 * prices of a book under one id are the same price.
 */
function groupBySelection(
  prices: readonly Odds[],
  [key, ...stricter]: typeof SELECTION_KEYS = SELECTION_KEYS,
): (readonly Odds[])[] {
  if (key === undefined) return [prices];
  return [...Map.groupBy(prices, key).values()].flatMap((selection) => {
    const books = new Set(selection.map((odds) => odds.sportsbook));
    return books.size === selection.length ? [selection] : groupBySelection(selection, stricter);
  });
}

/** The prices of one selection at all books, best first. Empty if there are none. */
function compareBooks(prices: readonly Odds[]): ComparisonSelection[] {
  const [first] = prices;
  if (first === undefined) return [];
  const ranked = lastSeenByBook(prices).sort(
    (a, b) => b.odds_decimal - a.odds_decimal || (a.sportsbook < b.sportsbook ? -1 : 1),
  );
  const best = ranked[0] ?? first;
  const worst = ranked.at(-1) ?? first;
  const selection = {
    selection: first.selection,
    selection_type: first.selection_type,
    line: first.line ?? null,
    ...(first.player_name && { player_name: first.player_name }),
    books: Object.fromEntries(
      ranked.map((odds) => [
        odds.sportsbook,
        {
          odds_american: odds.odds_american,
          odds_decimal: odds.odds_decimal,
          last_seen_at: odds.last_seen_at,
        },
      ]),
    ),
    best_book: best.sportsbook,
    best_odds: best.odds_american,
    worst_book: worst.sportsbook,
    worst_odds: worst.odds_american,
    // The difference between the implied probabilities, in percentage points.
    spread: roundPercent((1 / worst.odds_decimal - 1 / best.odds_decimal) * 100),
  };
  return [selection];
}

/** Of several prices of one book, the one that was seen last. */
function lastSeenByBook(prices: readonly Odds[]): Odds[] {
  const byBook = new Map<string, Odds>();
  for (const odds of prices) {
    const known = byBook.get(odds.sportsbook);
    if (known === undefined || Date.parse(odds.last_seen_at) > Date.parse(known.last_seen_at)) {
      byBook.set(odds.sportsbook, odds);
    }
  }
  return [...byBook.values()];
}
