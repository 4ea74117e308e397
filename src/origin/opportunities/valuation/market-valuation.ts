import type { MarketPrice } from './book-prices.ts';

/** The fair probabilities of a market, and its best prices. */
export interface MarketValuation {
  /** Two or three, in the order of their family. Either all have a fair probability or none. */
  readonly sides: readonly SideValuation[];
  /** What the fair probabilities are based on; null if there are none. */
  readonly basis: 'sharp' | 'consensus' | null;
  /** How many books price every side. */
  readonly bookCount: number;
}

export interface SideValuation {
  /** The selection type. */
  readonly type: string;
  /** The no-vig probability that the side wins. */
  readonly fair: number | null;
  /** How many books price the side. */
  readonly bookCount: number;
  /** The prices with positive expected value: they imply less than the fair probability. */
  readonly positiveEv: readonly MarketPrice[];
  /** The prices that share the highest odds, by book. */
  readonly best: readonly [MarketPrice, ...MarketPrice[]];
}
