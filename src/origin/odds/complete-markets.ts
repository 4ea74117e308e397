import {
  coveringSides,
  type MarketPosition,
  positionOf,
} from '../../contract/odds/covering-sides.ts';
import type { Odds } from '../../contract/odds/odds.ts';

/**
 * Which market and line a price is on. Null if the selection type has no opposite, as in outrights and correct
 * scores, or if the decimal odds are not positive.
 */
export function marketPositionOf(odds: Odds): MarketPosition | null {
  return odds.odds_decimal > 0 ? positionOf(odds) : null;
}

/** A market at one line, with the prices of all books. Its sides cover every outcome. */
export interface CompleteMarket {
  /** The line of the home side, or of the over. */
  readonly line: number | null;
  /** The selection types that cover every outcome: two, or three with a draw. */
  readonly sides: readonly string[];
  /** Every price, by selection type. */
  readonly prices: ReadonlyMap<string, readonly Odds[]>;
}

/**
 * Groups the prices of one event and market type into markets whose sides cover every outcome.
 * Prices for which that is not known, as in outrights and correct scores, are left out.
 */
export function completeMarkets(rows: Iterable<Odds>): CompleteMarket[] {
  const groups = new Map<string, { readonly position: MarketPosition; readonly odds: Odds[] }>();
  for (const odds of rows) {
    const position = marketPositionOf(odds);
    if (position === null) continue;
    // The first selection type of the family stands for all that oppose each other, such as over and under.
    const key = `${position.family[0]}|${position.line}|${position.subject}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { position, odds: [odds] });
    else group.odds.push(odds);
  }
  return [...groups.values()].flatMap(({ position, odds }) => completeMarket(position, odds) ?? []);
}

function completeMarket(
  position: MarketPosition,
  odds: readonly Odds[],
): CompleteMarket | undefined {
  const [first] = odds;
  if (first === undefined) return undefined;
  const prices = Map.groupBy(odds, ({ selection_type }) => selection_type);
  const description = { ...position, marketType: first.market_type, sport: first.sport };
  const sides = coveringSides(description, prices.has('draw'));
  return sides === null ? undefined : { line: position.line, sides, prices };
}

/**
 * Hold in percent, `(sum of implied probabilities - 1) x 100`, with the best price on each side among
 * those that `includes` accepts. Null if a side has no such price.
 */
export function holdPercent(
  { sides, prices }: CompleteMarket,
  includes: (odds: Odds) => boolean,
): number | null {
  let sum = 0;
  for (const side of sides) {
    const decimals = (prices.get(side) ?? []).filter(includes).map((odds) => odds.odds_decimal);
    if (decimals.length === 0) return null;
    sum += 1 / Math.max(...decimals);
  }
  return (sum - 1) * 100;
}
