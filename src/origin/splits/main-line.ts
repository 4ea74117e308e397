import type { Odds } from '../../contract/odds.ts';

/** The two sides of a market at one book: home and away, or over and under. */
export type TwoSides = readonly [Odds, Odds];

const SECOND_SIDE: Readonly<Record<string, string>> = { home: 'away', over: 'under' };

/**
 * The main line of a market at one book: the pair of opposite prices that lie closest together.
 * Undefined where the book does not price both sides of any line.
 */
export function mainLine(
  rows: readonly Odds[],
  book: string,
  marketTypes: readonly string[],
): TwoSides | undefined {
  const own = rows.filter(
    (odds) => odds.sportsbook === book && marketTypes.includes(odds.market_type),
  );
  return own
    .flatMap((first) => own.filter((second) => opposes(first, second)).map(pairWith(first)))
    .sort((a, b) => gap(a) - gap(b))[0];
}

/** The probability of the first side with the book's margin taken out in proportion. */
export function fairProbability([first, second]: TwoSides): number {
  const implied = 1 / first.odds_decimal;
  return implied / (implied + 1 / second.odds_decimal);
}

function pairWith(first: Odds): (second: Odds) => TwoSides {
  return (second) => [first, second];
}

function opposes(first: Odds, second: Odds): boolean {
  if (SECOND_SIDE[first.selection_type] !== second.selection_type) return false;
  if (first.market_type !== second.market_type) return false;
  const line = first.line ?? 0;
  return (second.line ?? 0) === (first.selection_type === 'home' ? 0 - line : line);
}

function gap([first, second]: TwoSides): number {
  return Math.abs(1 / first.odds_decimal - 1 / second.odds_decimal);
}
