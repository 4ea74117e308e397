import type { Odds } from '../../contract/odds.ts';
import type { Bet } from './bet.ts';

/** No book, and no exchange, sells all outcomes together for less than this. */
const LEAST_TOTAL = 1.005;

/** A price in a bet. `odds` is always the last row, however often the book is seen again. */
export interface Offer {
  readonly ref: number;
  readonly bet: Bet;
  odds: Odds;
}

/** The prices of one book laid out by the sides of a bet. */
export interface Sheet {
  readonly types: readonly string[];
  /** In the order of the sides; undefined where the book has no price. */
  readonly offers: readonly (Offer | undefined)[];
  /** Implied probabilities, 1 / decimal odds; not a number where the book has no price. */
  readonly implied: readonly number[];
  /** Their sum; not a number where a side has no price. */
  readonly total: number;
  /**
   * False for a book that shows two prices for one side, or sells all sides without a margin: its
   * sides are not those that the other books mean. "10 or more" and "over 10" can share a name.
   */
  readonly fits: boolean;
}

/** What one book offers in one bet: as a rule a price a side, on recorded boards sometimes more. */
export class BookPrices {
  readonly book: string;
  readonly #offers = new Set<Offer>();
  #sheet: Sheet | null = null;

  constructor(book: string) {
    this.book = book;
  }

  get isEmpty(): boolean {
    return this.#offers.size === 0;
  }

  offers(): SetIterator<Offer> {
    return this.#offers.values();
  }

  add(offer: Offer): void {
    this.#offers.add(offer);
    this.#sheet = null;
  }

  remove(offer: Offer): void {
    this.#offers.delete(offer);
    this.#sheet = null;
  }

  /** The price of one of the offers is another now. */
  renew(): void {
    this.#sheet = null;
  }

  /** Laid out once and kept until a price changes. */
  sheet(types: readonly string[]): Sheet {
    if (this.#sheet?.types !== types) this.#sheet = layOut(this.#offers, types);
    return this.#sheet;
  }
}

/** Of equal prices on one side the one with the first `ref` stands. */
function layOut(given: Iterable<Offer>, types: readonly string[]): Sheet {
  const offers: (Offer | undefined)[] = types.map(() => undefined);
  let isDouble = false;
  for (const offer of given) {
    const index = types.indexOf(offer.odds.selection_type);
    const held = offers[index];
    if (held !== undefined && held.odds.odds_decimal !== offer.odds.odds_decimal) isDouble = true;
    if (index >= 0 && (held === undefined || offer.ref < held.ref)) offers[index] = offer;
  }
  const implied = offers.map((offer) =>
    offer === undefined ? Number.NaN : 1 / offer.odds.odds_decimal,
  );
  const total = implied.reduce((sum, value) => sum + value, 0);
  return { types, offers, implied, total, fits: !isDouble && !(total < LEAST_TOTAL) };
}
