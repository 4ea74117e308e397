import type { MarketPrice } from './book-prices.ts';

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
