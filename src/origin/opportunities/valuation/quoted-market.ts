import { type MarketDescription, positionOf } from '../../../contract/odds/covering-sides.ts';
import type { Odds } from '../../../contract/odds/odds.ts';
import { BookPrices, type MarketPrice } from './book-prices.ts';
import type { MarketValuation } from './market-valuation.ts';

/** The markets of one event, market type and subject (player or team) that differ only in their line. */
export class LineLadder {
  readonly key: string;
  /** By line. */
  readonly markets = new Map<number | null, QuotedMarket>();

  constructor(key: string) {
    this.key = key;
  }

  /** The line that most books price on every side; on a tie the one nearest to 50:50, then the lowest. */
  mainLine(): number | null {
    let main: QuotedMarket | null = null;
    for (const market of this.markets.values()) {
      if (main === null || isPreferred(market, main)) main = market;
    }
    return main?.line ?? null;
  }
}

/** All books' prices in a market at one line, for one player or team, in one event. */
export class QuotedMarket implements MarketDescription {
  readonly ladder: LineLadder;
  readonly eventId: string;
  readonly sport: string;
  readonly marketType: string;
  /** The selection types that can oppose each other, in order: home, draw, away; over, under; and so on. */
  readonly family: readonly string[];
  /** The line of the home side, or of the over. */
  readonly line: number | null;
  /** The player or team that the market is about; empty for the match itself. */
  readonly subject: string;
  /** Identifies the market in every process; does not depend on prices. */
  readonly identity: string;
  /** Identifies the market in this process. */
  readonly serial: number;
  /** By sportsbook id. */
  readonly books = new Map<string, BookPrices>();
  /** The valuation by the prices of all books. Null if a side has no usable price, or sides may leave outcomes out. */
  valuation: MarketValuation | null = null;
  #drawPriceCount = 0;

  constructor(serial: number, ladder: LineLadder, description: MarketDescription, eventId: string) {
    this.serial = serial;
    this.ladder = ladder;
    this.eventId = eventId;
    this.sport = description.sport;
    this.marketType = description.marketType;
    this.family = description.family;
    this.line = description.line;
    this.subject = description.subject;
    this.identity = `${ladder.key}|${description.line}`;
  }

  get isEmpty(): boolean {
    return this.books.size === 0;
  }

  /** Whether any book prices the draw. */
  get hasDraw(): boolean {
    return this.#drawPriceCount > 0;
  }

  /** Every price, book by book. */
  prices(): IteratorObject<MarketPrice, undefined> {
    return this.books.values().flatMap((book) => book.prices());
  }

  add(price: MarketPrice): void {
    const { sportsbook, selection_type: type } = price.odds;
    const book = this.books.get(sportsbook) ?? new BookPrices(sportsbook);
    this.books.set(sportsbook, book);
    book.add(price);
    if (type === 'draw') this.#drawPriceCount++;
  }

  remove(price: MarketPrice): void {
    const { sportsbook, selection_type: type } = price.odds;
    const book = this.books.get(sportsbook);
    book?.remove(price);
    if (book?.isEmpty) this.books.delete(sportsbook);
    if (type === 'draw') this.#drawPriceCount--;
  }

  /** Gives a price new odds. Returns whether the decimal odds have changed. */
  update(price: MarketPrice, odds: Odds): boolean {
    const hasChanged = price.odds.odds_decimal !== odds.odds_decimal;
    price.odds = odds;
    if (hasChanged) this.books.get(odds.sportsbook)?.invalidate();
    return hasChanged;
  }
}

/** The market that a price belongs to, and the key of its ladder. Null if no market is recognised. */
export function marketOf(odds: Odds): (MarketDescription & { readonly ladderKey: string }) | null {
  const position = odds.odds_decimal > 0 ? positionOf(odds, odds) : null;
  if (position === null) return null;
  const { market_type: marketType, sport } = odds;
  const ladderKey = `${odds.event_id}|${marketType}|${position.family[0]}|${position.subject}`;
  return { ...position, marketType, sport, ladderKey };
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
