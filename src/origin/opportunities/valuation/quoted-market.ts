import type { Odds } from '../../../contract/odds.ts';
import { placeOf } from '../../odds/complete-markets.ts';
import type { BetKind } from '../../odds/covering-sides.ts';

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

/** One side of a bet. */
export interface PricedSide {
  readonly type: string;
  /** The probability that the side wins, with the bookmakers' margin taken out; null on all or none. */
  readonly fair: number | null;
  /** How many books price it. */
  readonly bookCount: number;
  /** The prices that imply less than the fair probability; none without one. */
  readonly generous: readonly Offer[];
  /** Those that share the highest price, by book. */
  readonly best: readonly [Offer, ...Offer[]];
}

/** What the prices of a bet are worth. */
export interface PricedBet {
  /** All sides, two or three, in the order of their family. */
  readonly sides: readonly PricedSide[];
  /** What gave the fair probabilities; null where nothing did. */
  readonly basis: 'sharp' | 'consensus' | null;
  /** How many books price every side. */
  readonly bookCount: number;
}

/** The bets of one event and market that differ in their line alone. */
export class LineGroup {
  readonly key: string;
  readonly bets = new Map<number | null, Bet>();

  constructor(key: string) {
    this.key = key;
  }

  /** The line that most books price on every side; of equals the most even one, then the lowest. */
  mainLine(): number | null {
    let main: Bet | null = null;
    for (const bet of this.bets.values()) if (main === null || leads(bet, main)) main = bet;
    return main?.line ?? null;
  }
}

/** All prices on the sides of one market at one line, for one player or team, in one event. */
export class Bet implements BetKind {
  readonly group: LineGroup;
  readonly eventId: string;
  readonly sport: string;
  readonly marketType: string;
  readonly family: readonly string[];
  readonly line: number | null;
  readonly subject: string;
  /** What it is, in words that no price changes. */
  readonly identity: string;
  /** Tells it apart in this process. */
  readonly serial: number;
  readonly books = new Map<string, BookPrices>();
  /** What the prices of all books are worth; null where they do not tell. */
  priced: PricedBet | null = null;
  #draws = 0;

  constructor(serial: number, group: LineGroup, kind: BetKind, eventId: string) {
    this.serial = serial;
    this.group = group;
    this.eventId = eventId;
    this.sport = kind.sport;
    this.marketType = kind.marketType;
    this.family = kind.family;
    this.line = kind.line;
    this.subject = kind.subject;
    this.identity = `${group.key}|${kind.line}`;
  }

  get isEmpty(): boolean {
    return this.books.size === 0;
  }

  /** Whether any book prices the draw. */
  get hasDraw(): boolean {
    return this.#draws > 0;
  }

  /** Every price on its sides, book by book. */
  offers(): IteratorObject<Offer, undefined> {
    return this.books.values().flatMap((prices) => prices.offers());
  }

  add(offer: Offer): void {
    const { sportsbook, selection_type: type } = offer.odds;
    const prices = this.books.get(sportsbook) ?? new BookPrices(sportsbook);
    this.books.set(sportsbook, prices);
    prices.add(offer);
    if (type === 'draw') this.#draws++;
  }

  remove(offer: Offer): void {
    const { sportsbook, selection_type: type } = offer.odds;
    const prices = this.books.get(sportsbook);
    prices?.remove(offer);
    if (prices?.isEmpty) this.books.delete(sportsbook);
    if (type === 'draw') this.#draws--;
  }

  /** Puts a new row in the place of the one of an offer; whether the price is another. */
  renew(offer: Offer, odds: Odds): boolean {
    const isSame = offer.odds.odds_decimal === odds.odds_decimal;
    offer.odds = odds;
    if (!isSame) this.books.get(odds.sportsbook)?.renew();
    return !isSame;
  }
}

/** What bet a price is on, and the key of its line group; null where it is on none. */
export function kindOf(odds: Odds): (BetKind & { readonly groupKey: string }) | null {
  const place = placeOf(odds);
  if (place === null) return null;
  const { market_type: marketType, sport } = odds;
  const groupKey = `${odds.event_id}|${marketType}|${place.family[0]}|${place.subject}`;
  return { ...place, marketType, sport, groupKey };
}

function leads(bet: Bet, main: Bet): boolean {
  const books = (bet.priced?.bookCount ?? 0) - (main.priced?.bookCount ?? 0);
  if (books !== 0) return books > 0;
  const evenness = unevenness(main) - unevenness(bet);
  return evenness === 0 ? (bet.line ?? 0) < (main.line ?? 0) : evenness > 0;
}

function unevenness(bet: Bet): number {
  return Math.abs((bet.priced?.sides[0]?.fair ?? 1) - 0.5);
}
