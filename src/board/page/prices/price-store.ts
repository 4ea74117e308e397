import { batch, signal } from '@preact/signals';
import { Market, marketKey } from './market-table.ts';
import { history } from './price-history.ts';
import { type Quote, quoteId, quoteOf, type SentPrice } from './quote.ts';

/** Boards of more markets than this are large. */
const LARGE = 500;
/** How often the view of a large board places its rows at most. */
const PLACE_MS = 1_000;

/** All prices that a view shows. Changes are gathered, and drawn with the next frame of the screen. */
export class PriceStore {
  /** By the id of the price. */
  readonly #quotes = new Map<string, Quote>();
  /** By the id of the price. */
  readonly #marketOf = new Map<string, Market>();
  readonly markets = new Map<string, Market>();
  /** Counts the times that the view had to place its rows anew. */
  readonly structure = signal(0);
  /** The number of prices. */
  readonly size = signal(0);
  /** The number of prices of each book. */
  readonly bookCounts = new Map<string, number>();
  readonly #changed = new Set<Market>();
  /** The ids of prices that a snapshot under way has not contained so far; null outside of one. */
  #unconfirmed: Set<string> | null = null;
  /** Whether a price was added, a side or market went, or play began or ended, since rows were last placed. */
  #isRestructured = false;
  /** The requested animation frame; 0 if there is none. */
  #frame = 0;
  /** The timer of the next placing of rows; undefined if there is none. */
  #placing: ReturnType<typeof setTimeout> | undefined;
  /** When rows were last placed, in milliseconds of `performance.now()`. */
  #placedAt = 0;

  /** Begins a snapshot. The prices that it lacks are removed only at its end, so nothing flickers. */
  begin(): void {
    this.#unconfirmed = new Set(this.#quotes.keys());
  }

  end(): void {
    this.remove(this.#unconfirmed ?? []);
    this.#unconfirmed = null;
  }

  upsert(prices: readonly SentPrice[]): void {
    const now = Date.now();
    for (const sent of prices) {
      const id = quoteId(sent);
      const held = this.#quotes.get(id);
      if (held?.book !== sent.sportsbookId) this.#count(sent.sportsbookId, held?.book);
      this.#unconfirmed?.delete(id);
      this.#put(quoteOf(sent, held, now), held, now);
    }
    this.#schedule();
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#count(undefined, this.#quotes.get(id)?.book);
      this.#quotes.delete(id);
      this.#leave(id);
    }
    this.#schedule();
  }

  clear(): void {
    this.remove([...this.#quotes.keys()]);
    this.#unconfirmed = null;
  }

  quotes(): IterableIterator<Quote> {
    return this.#quotes.values();
  }

  #put(quote: Quote, held: Quote | undefined, now: number): void {
    if (held?.decimal !== quote.decimal || !history.has(quote.id)) {
      history.add(quote.id, { at: now, decimal: quote.decimal });
    }
    this.#quotes.set(quote.id, quote);
    const key = marketKey(quote);
    if (this.#marketOf.get(quote.id)?.key !== key) this.#leave(quote.id);
    let market = this.markets.get(key);
    if (market === undefined) {
      market = new Market(key, quote);
      this.markets.set(key, market);
      this.#isRestructured = true;
    }
    this.#marketOf.set(quote.id, market);
    if (market.set(quote) || held?.isLive !== quote.isLive) this.#isRestructured = true;
    this.#changed.add(market);
  }

  /** Takes a price out of its market. */
  #leave(id: string): void {
    const market = this.#marketOf.get(id);
    if (market === undefined) return;
    this.#marketOf.delete(id);
    const sides = market.sides.length;
    market.delete(id);
    this.#changed.add(market);
    if (market.quotes.size === 0) this.markets.delete(market.key);
    if (market.quotes.size === 0 || market.sides.length !== sides) this.#isRestructured = true;
  }

  /** Counts a price for the book that gains it, and no longer for the book that loses it. */
  #count(gains: string | undefined, loses: string | undefined): void {
    if (gains !== undefined) this.bookCounts.set(gains, (this.bookCounts.get(gains) ?? 0) + 1);
    if (loses !== undefined) this.bookCounts.set(loses, (this.bookCounts.get(loses) ?? 1) - 1);
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    batch(() => {
      for (const market of this.#changed) market.version.value += 1;
      this.size.value = this.#quotes.size;
      this.#restructure();
    });
    this.#changed.clear();
  }

  /** Placing thousands of rows takes longer than a frame, so large boards do it once a second. */
  #restructure(): void {
    if (!this.#isRestructured) return;
    const wait = this.markets.size > LARGE ? this.#placedAt + PLACE_MS - performance.now() : 0;
    if (wait > 0) {
      this.#placing ??= setTimeout(() => {
        this.#placing = undefined; // A timer may fire a moment early, and another one then waits for the rest.
        this.#restructure();
      }, wait);
      return;
    }
    clearTimeout(this.#placing);
    this.#placing = undefined;
    this.#placedAt = performance.now();
    this.#isRestructured = false;
    this.structure.value += 1;
  }
}
