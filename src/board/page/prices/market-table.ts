import { type Signal, signal } from '@preact/signals';
import { booksByBet, haveGaps } from '../../../contract/odds/books-apart.ts';
import { isMoneyline } from '../../../contract/odds/covering-sides.ts';
import { sumOf } from '../../../contract/odds/implied-probability.ts';
import { mainLine, openOf } from '../../../contract/odds/main-lines.ts';
import { booksWithoutDraw, isTeam } from '../../../contract/odds/without-draw.ts';
import { idOf, type Quote } from './quote.ts';
import { lineOf, type Side, sideKey, sidesOf, subjectOf } from './sides.ts';

/** A sportsbook's price for a side. */
export interface Cell {
  readonly quote: Quote;
  /** Whether it is for the line of the table, and for the same bet: only such prices can be compared. */
  readonly isComparable: boolean;
  readonly isBest: boolean;
}

/** A market with its sides as rows and its books as columns. */
export interface MarketTable {
  readonly sides: readonly Side[];
  /** The main line of most sportsbooks, from the home side's view; null in markets without one. */
  readonly line: number | null;
  /** By book: a cell for each side, undefined where the book has no price for it. */
  readonly cells: ReadonlyMap<string, readonly (Cell | undefined)[]>;
  /** The best comparable price of each side; undefined where none can be bet. */
  readonly best: readonly (Quote | undefined)[];
  /** The prices that can be compared, also those of sportsbooks that are not shown. */
  readonly comparable: ReadonlySet<Quote>;
}

/** One market of one event: what a row of the board shows. */
export class Market {
  readonly key: string;
  readonly eventId: string;
  readonly type: string;
  /** The player or team that the market is about; empty for the event as a whole. */
  readonly subject: string;
  readonly quotes = new Map<string, Quote>();
  /** Counts changes, so that only rows that changed are drawn. */
  readonly version: Signal<number> = signal(0);
  #sides: readonly Side[] | null = null;

  constructor(key: string, quote: Quote) {
    this.key = key;
    this.eventId = quote.eventId;
    this.type = quote.marketType;
    this.subject = subjectOf(quote);
  }

  /** Adds or replaces a price. Returns whether the market may have got a new side. */
  set(quote: Quote): boolean {
    const isNew = !this.quotes.has(quote.key);
    this.quotes.set(quote.key, quote);
    if (!isNew || this.#sides?.some(({ key }) => key === sideKey(quote))) return false;
    this.#sides = null;
    return true;
  }

  /** Removes a price. Returns whether its side went with it. */
  delete(key: string): boolean {
    const gone = this.quotes.get(key);
    this.quotes.delete(key);
    const side = gone && sideKey(gone);
    if (this.quotes.values().some((quote) => sideKey(quote) === side)) return false;
    this.#sides = null;
    return true;
  }

  get sides(): readonly Side[] {
    this.#sides ??= sidesOf(this.quotes.values());
    return this.#sides;
  }

  /** Whether its sides are the event's two teams, or the two players of a match. */
  get hasTeams(): boolean {
    return this.sides.some(({ key }) => isTeam(key));
  }

  /** The table of the shown sportsbooks, at their line. To tell which prices are on one bet takes those of all sportsbooks. */
  table(isShown: (book: string) => boolean = () => true): MarketTable {
    const quotes = [...this.quotes.values()].filter(({ sportsbookId }) => isShown(sportsbookId));
    const line = commonLine(quotes);
    const { sides } = this;
    const index = new Map(sides.map(({ key }, position) => [key, position]));
    const best: (Quote | undefined)[] = sides.map(() => undefined);
    const comparable = new Set(this.comparableAt(line));
    for (const quote of quotes) {
      const side = index.get(sideKey(quote)) ?? 0;
      const isBetter = quote.price.decimal > (best[side]?.price.decimal ?? 1);
      if (isBetter && comparable.has(quote)) best[side] = quote;
    }
    const cells = new Map<string, (Cell | undefined)[]>();
    for (const [book, offered] of Map.groupBy(quotes, ({ sportsbookId }) => sportsbookId)) {
      const shown = Map.groupBy(nearestFirst(offered, line), sideKey);
      const row = sides.map(({ key }, i) => {
        const [quote] = shown.get(key) ?? [];
        if (quote === undefined) return undefined;
        const isComparable = comparable.has(quote);
        const isBest = isComparable && quote.price.decimal === best[i]?.price.decimal;
        return { quote, isComparable, isBest };
      });
      cells.set(book, row);
    }
    return { sides, line, cells, best, comparable };
  }

  /** All prices for a line that can be compared. */
  comparableAt(line: number | null): Quote[] {
    const otherBets = this.#otherBets(line);
    return [...this.quotes.values()].filter(
      (quote) => lineOf(quote) === line && !otherBets.has(quote),
    );
  }

  /** The prices for a line that are on other bets than most sportsbooks have under the same name. */
  #otherBets(line: number | null): ReadonlySet<Quote> {
    const others = this.#withoutDraw();
    const isOnLine = (quote: Quote) => lineOf(quote) === line && !others.has(quote);
    const compared = this.quotes.values().filter(isOnLine).map(comparedOf);
    if (!haveGaps(compared)) return others;
    const quotes = [...this.quotes.values()].filter(isOnLine);
    const [books] = booksByBet([...Map.groupBy(quotes.map(priceOf), ({ side }) => side).values()]);
    return new Set([...others, ...quotes.filter(({ sportsbookId }) => !books?.has(sportsbookId))]);
  }

  /** The prices on teams that leave no room for the draw that others price: those are other bets. */
  #withoutDraw(): ReadonlySet<Quote> {
    if (!isMoneyline(this.type)) return new Set();
    const quotes = [...this.quotes.values()];
    const books = booksWithoutDraw(quotes.map(priceOf));
    return new Set(
      quotes.filter((one) => books.has(one.sportsbookId) && isTeam(one.selectionType)),
    );
  }
}

function comparedOf({ selectionType: side, price: { decimal }, isLive }: Quote) {
  return { side, decimal, isLive };
}

function priceOf(quote: Quote) {
  const { sportsbookId: book, selectionType, price } = quote;
  return { book, side: sideKey(quote), selectionType, impliedProbability: 1 / price.decimal };
}

/**
 * A sportsbook's prices, from the nearest to the farthest from its line: that is the common line, or its own main line if it
 * has no price at the common one. So the first price of each side is at that line, if the side has one there at all.
 */
function nearestFirst(quotes: readonly Quote[], common: number | null): readonly Quote[] {
  const isCommon = quotes.some((quote) => lineOf(quote) === common);
  const [main] = isCommon ? [] : mainLine(openOf(quotes.map(placed)), null);
  const line = isCommon ? common : main?.place.line;
  const distance = (quote: Quote) => Math.abs((lineOf(quote) ?? 0) - (line ?? 0));
  return quotes.toSorted((a, b) => distance(a) - distance(b) || (idOf(a) < idOf(b) ? -1 : 1));
}

/** The main line of most sportsbooks; of several such, the one whose prices are nearest to even, then the lowest. */
function commonLine(quotes: readonly Quote[]): number | null {
  const books = Map.groupBy(openOf(quotes.map(placed)), ({ sportsbookId }) => sportsbookId);
  const main = Array.from(books.values(), (prices) => mainLine(prices, null));
  const [common] = [...Map.groupBy(main, ([price]) => price?.place.line ?? null)].sort(
    ([a, one], [b, other]) =>
      other.length - one.length ||
      unevenness(one.flat()) - unevenness(other.flat()) ||
      (a ?? 0) - (b ?? 0),
  );
  return common?.[0] ?? null;
}

function placed(quote: Quote) {
  const place = { subject: '', side: sideKey(quote), line: lineOf(quote) };
  return { sportsbookId: quote.sportsbookId, place, probability: 1 / quote.price.decimal };
}

/** How far prices are from even, on average. */
function unevenness(prices: readonly { readonly probability: number }[]): number {
  return sumOf(prices.map(({ probability }) => Math.abs(probability - 0.5))) / prices.length;
}
