import type { Odds } from '../../../contract/odds/odds.ts';

/**
 * The least sum of implied probabilities of all sides that is taken seriously. A book or exchange that
 * has less, so practically no margin, means other sides than their names say.
 */
const MIN_OVERROUND = 1.005;

/** A price in a market, identified by `ref`. `odds` is replaced whenever the price is seen again. */
export interface MarketPrice {
  readonly ref: number;
  odds: Odds;
}

/** One book's prices in a market, by side. */
export interface BookQuote {
  readonly sides: readonly string[];
  /** In the order of `sides`; undefined if the book has no price. */
  readonly prices: readonly (MarketPrice | undefined)[];
  /** Implied probabilities, 1 / decimal odds; NaN if the book has no price. */
  readonly implied: readonly number[];
  /** The sum of the implied probabilities; NaN unless the book prices every side. */
  readonly overround: number;
  /**
   * False if the book has two different prices on one side, or prices every side with practically no
   * margin. Its sides then are not those of the other books: "10 or more" and "over 10" can share a name.
   */
  readonly isConsistent: boolean;
}

/** What one book offers in a market: usually one price a side; recordings of real prices can have more. */
export class BookPrices {
  readonly book: string;
  readonly #prices = new Set<MarketPrice>();
  #quote: BookQuote | null = null;

  constructor(book: string) {
    this.book = book;
  }

  get isEmpty(): boolean {
    return this.#prices.size === 0;
  }

  prices(): SetIterator<MarketPrice> {
    return this.#prices.values();
  }

  add(price: MarketPrice): void {
    this.#prices.add(price);
    this.#quote = null;
  }

  remove(price: MarketPrice): void {
    this.#prices.delete(price);
    this.#quote = null;
  }

  /** Has to be called when the odds of one of the prices change. */
  invalidate(): void {
    this.#quote = null;
  }

  /** The prices by side. Cached until a price changes or another array of sides is given. */
  quote(sides: readonly string[]): BookQuote {
    if (this.#quote?.sides !== sides) this.#quote = quoteOf(this.#prices, sides);
    return this.#quote;
  }
}

/** Of several equal prices on one side, that with the lowest `ref` counts. */
function quoteOf(prices: Iterable<MarketPrice>, sides: readonly string[]): BookQuote {
  const bySide: (MarketPrice | undefined)[] = sides.map(() => undefined);
  let hasConflict = false;
  for (const price of prices) {
    const index = sides.indexOf(price.odds.selection_type);
    const other = bySide[index];
    if (other !== undefined && other.odds.odds_decimal !== price.odds.odds_decimal) {
      hasConflict = true;
    }
    if (index >= 0 && (other === undefined || price.ref < other.ref)) bySide[index] = price;
  }
  const implied = bySide.map((price) =>
    price === undefined ? Number.NaN : 1 / price.odds.odds_decimal,
  );
  const overround = implied.reduce((sum, probability) => sum + probability, 0);
  const hasNoMargin = overround < MIN_OVERROUND;
  return { sides, prices: bySide, implied, overround, isConsistent: !hasConflict && !hasNoMargin };
}
