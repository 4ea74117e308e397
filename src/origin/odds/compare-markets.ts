import type { ComparisonMarket, ComparisonSelection } from '../../contract/comparison.ts';
import type { Odds } from '../../contract/odds.ts';
import { percent } from '../rounding.ts';
import { holdPercent, type MarketSet, marketSets } from './complete-markets.ts';
import { foldName, subjectOf } from './selection-name.ts';

/**
 * No book sells every outcome at a loss: where one seems to, the sides do not cover every outcome,
 * as with "to win to nil" of either team.
 */
const LOWEST_BOOK_HOLD_PERCENT = -2;

/** The prices of one event laid side by side: a market a market type, sorted by name. */
export function compareMarkets(rows: Iterable<Odds>): ComparisonMarket[] {
  return [...Map.groupBy(rows, (odds) => odds.market_type)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([marketType, odds]) => ({
      market_type: marketType,
      hold: holds(odds),
      selections: selectionsOf(odds, READINGS).flatMap(compareOffers),
    }));
}

/**
 * A market has one hold and often many lines. Both figures are taken on its main line, the one that
 * most books price on every side (then the one nearest to zero); a book that does not price that one
 * counts with the next that it does.
 */
function holds(rows: readonly Odds[]): ComparisonMarket['hold'] {
  const books = [...new Set(rows.map((odds) => odds.sportsbook))].sort();
  const sets = marketSets(rows)
    .map((set) => ({ set, byBook: holdByBook(set, books) }))
    .filter(({ byBook }) => byBook.values().every((hold) => hold > LOWEST_BOOK_HOLD_PERCENT));
  sets.sort(
    (a, b) =>
      b.byBook.size - a.byBook.size || Math.abs(a.set.line ?? 0) - Math.abs(b.set.line ?? 0),
  );
  const byBook = books.flatMap((book) => {
    const hold = sets.find((entry) => entry.byBook.has(book))?.byBook.get(book);
    return hold === undefined ? [] : [[book, percent(hold)] as const];
  });
  const best = sets
    .values()
    .map(({ set }) => holdPercent(set, () => true))
    .find(isNumber);
  return {
    best_available: best === undefined ? null : percent(best),
    by_book: Object.fromEntries(byBook),
  };
}

function holdByBook(set: MarketSet, books: readonly string[]): Map<string, number> {
  const holds = new Map<string, number>();
  for (const book of books) {
    const hold = holdPercent(set, (odds) => odds.sportsbook === book);
    if (hold !== null) holds.set(book, hold);
  }
  return holds;
}

/** What makes prices of one market the same selection, from the widest reading on. */
const READINGS: readonly ((odds: Odds) => string)[] = [
  (odds) => `${odds.selection_type}|${odds.line ?? ''}|${subjectOf(odds)}`,
  ({ selection }) => foldName(selection).join(' '),
  ({ selection }) => selection,
  ({ id }) => id,
];

/**
 * The prices by selection, as the first of the readings tells them apart. A book that then has two
 * prices on one selection means two things by it: its selection is read more narrowly, so that no
 * price hides another. Two prices under one id are one price, told twice.
 */
function selectionsOf(
  offers: readonly Odds[],
  [reading, ...narrower]: typeof READINGS,
): (readonly Odds[])[] {
  if (reading === undefined) return [offers];
  return [...Map.groupBy(offers, reading).values()].flatMap((selection) => {
    const books = new Set(selection.map((odds) => odds.sportsbook));
    return books.size === selection.length ? [selection] : selectionsOf(selection, narrower);
  });
}

/** One selection at all its books. Of a price that is told twice what was seen last stands. */
function compareOffers(offers: readonly Odds[]): ComparisonSelection[] {
  const [first] = offers;
  if (first === undefined) return [];
  const byBook = new Map<string, Odds>();
  for (const odds of offers) {
    const held = byBook.get(odds.sportsbook);
    if (held === undefined || Date.parse(odds.last_seen_at) > Date.parse(held.last_seen_at)) {
      byBook.set(odds.sportsbook, odds);
    }
  }
  const ranked = [...byBook.values()].sort(
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
    spread: percent((1 / worst.odds_decimal - 1 / best.odds_decimal) * 100),
  };
  return [selection];
}

function isNumber(value: number | null): value is number {
  return value !== null;
}
