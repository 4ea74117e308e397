import type { Odds } from '../../contract/odds/odds.ts';

/** The two sides of a market at one book: home and away, or over and under. */
export type TwoSides = readonly [Odds, Odds];

const OPPOSITE_SIDE: Readonly<Record<string, string>> = { home: 'away', over: 'under' };

/**
 * The main line of a market at one book: the two opposite prices that are closest to each other.
 * Undefined if the book does not price both sides of any line.
 */
export function mainLine(
  rows: readonly Odds[],
  book: string,
  marketTypes: readonly string[],
): TwoSides | undefined {
  const ofBook = rows.filter(
    (odds) => odds.sportsbook === book && marketTypes.includes(odds.market_type),
  );
  const lines = ofBook.flatMap((first) =>
    ofBook
      .filter((second) => areOpposite(first, second))
      .map((second): TwoSides => [first, second]),
  );
  return lines.sort((a, b) => imbalance(a) - imbalance(b))[0];
}

/** The no-vig probability of the first side, by multiplicative normalisation. */
export function fairProbability([first, second]: TwoSides): number {
  const implied = 1 / first.odds_decimal;
  return implied / (implied + 1 / second.odds_decimal);
}

function areOpposite(first: Odds, second: Odds): boolean {
  if (OPPOSITE_SIDE[first.selection_type] !== second.selection_type) return false;
  if (first.market_type !== second.market_type) return false;
  const line = first.line ?? 0;
  return (second.line ?? 0) === (first.selection_type === 'home' ? 0 - line : line);
}

function imbalance([first, second]: TwoSides): number {
  return Math.abs(1 / first.odds_decimal - 1 / second.odds_decimal);
}
