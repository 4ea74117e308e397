import type { Odds } from '../../contract/odds.ts';
import type { BetKind } from '../covering-sides.ts';
import { placeOf } from '../market-sides.ts';
import { BookPrices, type Offer } from './book-prices.ts';
import type { PricedBet } from './priced-bet.ts';

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
