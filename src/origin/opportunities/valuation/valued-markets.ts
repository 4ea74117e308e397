import type { BoardRow, EventInfo } from '../../origin-board.ts';
import type { TierView } from '../../tier-views.ts';
import { opportunityId } from '../finding.ts';
import { MarketIndex } from './market-index.ts';
import type { QuotedMarket } from './quoted-market.ts';
import { valueMarket } from './value-market.ts';

/** Called with the markets whose prices changed, and when, in milliseconds since the Unix epoch. */
export type MarketListener = (changed: ReadonlySet<QuotedMarket>, at: number) => void;

/**
 * The markets that one subscription tier sees, with their valuations. A market is valued again only
 * when one of its prices changes.
 */
export class ValuedMarkets {
  readonly #view: TierView;
  readonly #index = new MarketIndex();
  readonly #listeners = new Set<MarketListener>();
  /** By the id of the low-hold opportunity in the market. */
  readonly #lowHoldMarkets = new Map<string, QuotedMarket>();
  readonly #unsubscribe: () => void;

  constructor(view: TierView) {
    this.#view = view;
    this.#update([...view.board.rows()], [], view.board.updatedAt);
    this.#unsubscribe = view.board.onChange(({ upserts, removed, at }) =>
      this.#update(upserts, removed, at),
    );
  }

  /** When the board last changed, in milliseconds since the Unix epoch. */
  get updatedAt(): number {
    return this.#view.board.updatedAt;
  }

  markets(): IteratorObject<QuotedMarket, undefined> {
    return this.#index.markets();
  }

  eventOf({ eventId }: QuotedMarket): EventInfo | undefined {
    return this.#view.board.event(eventId);
  }

  /**
   * Calls `listener` after each change, until the returned function is called. Markets that have
   * lost their last price are included.
   */
  onChange(listener: MarketListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Remembers the market of a low-hold opportunity while it has prices, so that deep links by `id` can find it. */
  rememberLowHold(id: string, market: QuotedMarket): void {
    this.#lowHoldMarkets.set(id, market);
  }

  lowHoldMarket(id: string): QuotedMarket | undefined {
    return this.#lowHoldMarkets.get(id);
  }

  stop(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #update(upserts: readonly BoardRow[], removed: readonly BoardRow[], at: number): void {
    const changed = new Set<QuotedMarket>();
    for (const row of upserts) {
      if (this.#view.sees(row.odds.sportsbook)) this.#index.put(row, changed);
    }
    for (const { ref } of removed) this.#index.remove(ref, changed);
    for (const market of changed) market.valuation = valueMarket(market);
    for (const listener of this.#listeners) listener(changed, at);
    for (const market of changed) {
      if (!market.isEmpty) continue;
      this.#index.dropIfEmpty(market);
      // A market has at most one low-hold opportunity, so its key in the market is empty.
      this.#lowHoldMarkets.delete(opportunityId('low_hold', market, ''));
    }
  }
}
