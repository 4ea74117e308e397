import type { MarketDescription } from '../../contract/odds/covering-sides.ts';
import type { Odds } from '../../contract/odds/odds.ts';

/** A price in a market, identified by `ref`. `odds` is replaced whenever the price is seen again. */
export interface MarketPrice {
  readonly ref: number;
  readonly market: QuotedMarket;
  odds: Odds;
}

/** The fair probabilities of a market, and its best prices. */
export interface MarketValuation {
  /** Home, (draw,) away; or over, under; or yes, no; and so on. Either all have a fair probability or none. */
  readonly sides: readonly SideValuation[];
  /** Fair probabilities come from one sharp book or from the mean of several books; null if there are none. */
  readonly basis: 'sharp' | 'consensus' | null;
  /** How many books price every side. */
  readonly bookCount: number;
}

export interface SideValuation {
  /** The selection type, such as `over`. */
  readonly type: string;
  /** The no-vig probability that the side wins; null if the market has no fair probabilities. */
  readonly fair: number | null;
  /** How many books price the side. */
  readonly bookCount: number;
  /** The prices with positive expected value: they imply less than the fair probability. */
  readonly positiveEv: readonly MarketPrice[];
  /** The prices that share the highest odds, sorted by book. */
  readonly best: readonly [MarketPrice, ...MarketPrice[]];
}

/** The markets of one event, market type and subject (player or team) that differ only in their line. */
export interface LineLadder {
  readonly key: string;
  /** By line. */
  readonly markets: Map<number | null, QuotedMarket>;
}

/** The line that most books price on every side; on a tie the one nearest to 50:50, then the lowest. */
export function mainLineOf({ markets }: LineLadder): number | null {
  const main = [...markets.values()].reduce((best, one) => (isPreferred(one, best) ? one : best));
  return main.line;
}

/** All books' prices in a market at one line, for one player or team, in one event. */
export interface QuotedMarket extends MarketDescription {
  readonly ladder: LineLadder;
  readonly eventId: string;
  /** Identifies the market in every process; does not depend on prices. */
  readonly identity: string;
  /** The id of the low hold in the market: there is at most one. */
  readonly lowHoldId: string;
  /** Usually one of each book on each side; recordings of real prices can have more. */
  readonly prices: Set<MarketPrice>;
  /** The valuation by the prices of all books. Null if a side has no usable price, or sides may leave outcomes out. */
  valuation: MarketValuation | null;
}

/** Whether `market` should be the main line rather than `main`. */
function isPreferred(market: QuotedMarket, main: QuotedMarket): boolean {
  const books = (market.valuation?.bookCount ?? 0) - (main.valuation?.bookCount ?? 0);
  if (books !== 0) return books > 0;
  const difference = imbalance(main) - imbalance(market);
  return difference === 0 ? (market.line ?? 0) < (main.line ?? 0) : difference > 0;
}

/** How far the fair probability of the first side is from 50 %. */
function imbalance(market: QuotedMarket): number {
  return Math.abs((market.valuation?.sides[0]?.fair ?? 1) - 0.5);
}
