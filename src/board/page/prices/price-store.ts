import { batch, signal, untracked } from '@preact/signals';
import type { LiveStore } from '../../../client/odds-client.ts';
import { Market } from './market-table.ts';
import { seenPrices } from './price-history.ts';
import { idOf, isOpen, type Quote, quoteOf, type SentPrice } from './quote.ts';
import { marketKey } from './sides.ts';

/** Boards of more markets than this are large. */
const LARGE = 500;
/** How often the view of a large board places its rows at most. */
const PLACE_MS = 1_000;

/** The prices that a view shows, by market. */
export class PriceStore {
  /** By the key of the price. */
  readonly #marketOf = new Map<string, Market>();
  readonly markets = new Map<string, Market>();
  /** Counts the times that the view had to place its rows anew. */
  readonly structure = signal(0);
  /** The number of prices. */
  readonly size = signal(0);
  readonly #changed = new Set<Market>();
  /** Whether rows have to be placed anew: a sportsbook, side or market came or went, or play began or ended. */
  #isRestructured = false;
  /** The timer of the next placing of rows; undefined if there is none. */
  #placing: ReturnType<typeof setTimeout> | undefined;
  /** When rows were last placed, in milliseconds of `performance.now()`. */
  #placedAt = 0;
  /** The live prices that it was last filled from. */
  source: LiveStore<SentPrice> | null = null;

  /** Takes prices by key, as they are now; those that are gone are undefined. */
  apply(changes: ReadonlyMap<string, SentPrice | undefined>): void {
    const now = Date.now();
    for (const sent of changes.values()) {
      if (sent !== undefined) this.#put(sent, now);
    }
    // A price whose line has moved has another key: its market is not empty in between.
    for (const [key, sent] of changes) {
      if (sent === undefined) this.#remove(key, now);
    }
    this.#notifyViews();
  }

  /** Removes all prices but those of these keys. */
  keepOnly(keys: Pick<ReadonlySet<string>, 'has'>): void {
    for (const key of this.#marketOf.keys()) {
      if (!keys.has(key)) this.#remove(key);
    }
    this.#notifyViews();
  }

  #put(sent: SentPrice, now: number): void {
    const held = this.#marketOf.get(sent.key)?.quotes.get(sent.key);
    const quote = quoteOf(sent, held, now);
    const decimal = isOpen(quote) ? quote.price.decimal : null;
    if (seenPrices.of(idOf(quote)).at(-1)?.decimal !== decimal) {
      seenPrices.add(idOf(quote), { at: now, decimal });
    }
    const key = marketKey(quote);
    if (this.#marketOf.get(quote.key)?.key !== key) this.#remove(quote.key);
    let market = this.markets.get(key);
    if (market === undefined) {
      market = new Market(key, quote);
      this.markets.set(key, market);
      this.#isRestructured = true;
    }
    this.#marketOf.set(quote.key, market);
    // A price whose line has moved is not alone: its former one goes only later.
    this.#isRestructured ||= held ? held.isLive !== quote.isLive : isLone(quote, market);
    if (market.set(quote)) this.#isRestructured = true;
    this.#changed.add(market);
  }

  /** `withdrawnAt` is left out where the page only ceases to follow the price. */
  #remove(key: string, withdrawnAt?: number): void {
    const market = this.#marketOf.get(key);
    const gone = market?.quotes.get(key);
    if (market === undefined || gone === undefined) return;
    this.#marketOf.delete(key);
    if (market.delete(key) || isLone(gone, market)) this.#isRestructured = true;
    this.#changed.add(market);
    if (market.quotes.size === 0) this.markets.delete(market.key);
    const goesOn = market.quotes.values().some((other) => idOf(other) === idOf(gone)); // With another line.
    if (withdrawnAt === undefined || goesOn) return;
    seenPrices.add(idOf(gone), { at: withdrawnAt, decimal: null });
  }

  /** Untracked, as an effect that changes the store must not depend on the counts that it raises. */
  #notifyViews(): void {
    untracked(() =>
      batch(() => {
        for (const market of this.#changed) market.version.value += 1;
        this.size.value = this.#marketOf.size;
        this.#restructure();
      }),
    );
    this.#changed.clear();
  }

  /** Placing thousands of rows takes longer than a frame, so large boards do it once a second. */
  #restructure(): void {
    if (!this.#isRestructured) return;
    const wait = this.markets.size > LARGE ? this.#placedAt + PLACE_MS - performance.now() : 0;
    if (wait > 0) {
      this.#placing ??= setTimeout(() => {
        this.#placing = undefined; // So that another timer can be set: this one may have fired a moment early.
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

/** Whether its sportsbook has no other price in the market, among those in play or those before it. */
function isLone({ sportsbookId: book, isLive }: Quote, { quotes }: Market): boolean {
  return !quotes.values().some((other) => other.sportsbookId === book && other.isLive === isLive);
}
