import type { BoardRow, EventInfo } from '../../origin-board.ts';
import type { TierView } from '../../tier-views.ts';
import { opportunityId } from '../finding.ts';
import { BetBook } from './market-index.ts';
import type { Bet } from './quoted-market.ts';
import { priceBet } from './value-market.ts';

/** Is told which bets have other prices than before, and when, in milliseconds since the epoch. */
export type BetListener = (touched: ReadonlySet<Bet>, at: number) => void;

/**
 * Every bet in the prices that one tier sees, valued bet by bet as prices change; a book that is
 * merely seen again costs no more than its new row.
 */
export class PricedBets {
  readonly #view: TierView;
  readonly #book = new BetBook();
  readonly #listeners = new Set<BetListener>();
  readonly #linked = new Map<string, Bet>();
  readonly #unsubscribe: () => void;

  constructor(view: TierView) {
    this.#view = view;
    this.#update([...view.board.rows()], [], view.board.updatedAt);
    this.#unsubscribe = view.board.onChange(({ upserts, removed, at }) =>
      this.#update(upserts, removed, at),
    );
  }

  /** When prices last changed, in milliseconds since the Unix epoch. */
  get updatedAt(): number {
    return this.#view.board.updatedAt;
  }

  bets(): IteratorObject<Bet, undefined> {
    return this.#book.bets();
  }

  eventOf({ eventId }: Bet): EventInfo | undefined {
    return this.#view.board.event(eventId);
  }

  /** Calls `listener` after each change until released. Empty bets are among those touched. */
  onChange(listener: BetListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps the id of a low hold for as long as its bet has prices, so that links can be told. */
  link(id: string, bet: Bet): void {
    this.#linked.set(id, bet);
  }

  linked(id: string): Bet | undefined {
    return this.#linked.get(id);
  }

  stop(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #update(upserts: readonly BoardRow[], removed: readonly BoardRow[], at: number): void {
    const touched = new Set<Bet>();
    for (const row of upserts) {
      if (this.#view.sees(row.odds.sportsbook)) this.#book.put(row, touched);
    }
    for (const { ref } of removed) this.#book.remove(ref, touched);
    for (const bet of touched) bet.priced = priceBet(bet);
    for (const listener of this.#listeners) listener(touched, at);
    for (const bet of touched) {
      if (!bet.isEmpty) continue;
      this.#book.dropIfEmpty(bet);
      this.#linked.delete(opportunityId('low_hold', bet, ''));
    }
  }
}
