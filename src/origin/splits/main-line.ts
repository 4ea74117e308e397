import { oppositeLine } from '../../contract/odds/covering-sides.ts';
import type { Odds } from '../../contract/odds/odds.ts';

/**
 * Of one book's prices on an event, those of the market and line whose two sides are nearest to even, with the draw if
 * there is one. None if no line has two sides.
 */
export function mainLine(prices: Iterable<Odds>): readonly Odds[] {
  const lines = Map.groupBy(prices, ({ market_type: type, selection_type: side, line = null }) => {
    const homeLine = line !== null && side === 'away' ? oppositeLine(line) : line;
    return `${type} ${homeLine}`;
  });
  const none: readonly Odds[] = [];
  return lines
    .values()
    .reduce((best, line) => (imbalance(line) < imbalance(best) ? line : best), none);
}

function imbalance(line: readonly Odds[]): number {
  const [first, second] = line
    .filter(({ selection_type: side }) => side !== 'draw')
    .map(({ odds_decimal: decimal }) => 1 / decimal);
  return first === undefined || second === undefined ? Infinity : Math.abs(first - second);
}
