import type {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from '../contract/opportunities.ts';
import type { StreamFrame } from '../upstream/feed.ts';
import type { LiveBoard } from './live-session.ts';
import { type Entry, VersionedBoard } from './versioned-board.ts';

/** An opportunity as upstream sent it, with its kind. */
export type WireOpportunity =
  | { readonly kind: 'ev'; readonly wire: EvOpportunity }
  | { readonly kind: 'arb'; readonly wire: ArbitrageOpportunity }
  | { readonly kind: 'middles'; readonly wire: MiddleOpportunity }
  | { readonly kind: 'low_hold'; readonly wire: LowHoldOpportunity };

type Listener = (entry: Entry<WireOpportunity>) => void;

/**
 * The opportunities that are open on one account's stream. What is open after a reconnect is
 * collected aside and then compared, as with prices.
 */
export class OpportunityBoard implements LiveBoard<WireOpportunity> {
  readonly versions = new VersionedBoard<WireOpportunity>();
  readonly #onChange: Listener;
  #incoming: Set<string> | null = null;
  #isReady = false;

  constructor(onChange: Listener) {
    this.#onChange = onChange;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  startSnapshot(): void {
    this.#incoming = new Set();
  }

  take(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'ev:detected':
        this.#detect(frame.data.map((wire) => ({ kind: 'ev', wire })));
        break;
      case 'arb:detected':
        this.#detect(frame.data.map((wire) => ({ kind: 'arb', wire })));
        break;
      case 'middles:detected':
        this.#detect(frame.data.map((wire) => ({ kind: 'middles', wire })));
        break;
      case 'low_hold:detected':
        this.#detect(frame.data.map((wire) => ({ kind: 'low_hold', wire })));
        break;
      case 'ev:expired':
      case 'arb:expired':
      case 'middles:expired':
      case 'low_hold:expired':
        this.#expire(frame.data.expired);
    }
  }

  /** What is not told again by now is no longer open. */
  completeSnapshot(): void {
    const incoming = this.#incoming;
    if (incoming === null) return;
    this.#incoming = null;
    this.#expire([...this.versions.ids()].filter((id) => !incoming.has(id)));
    this.#isReady = true;
  }

  #detect(opportunities: readonly WireOpportunity[]): void {
    for (const opportunity of opportunities) {
      const { id } = opportunity.wire;
      this.#incoming?.add(id);
      const held = this.versions.get(id);
      if (held !== undefined && JSON.stringify(held) === JSON.stringify(opportunity)) continue;
      this.#onChange(this.versions.put(id, opportunity));
    }
  }

  #expire(ids: readonly string[]): void {
    for (const id of ids) {
      this.#incoming?.delete(id);
      const removed = this.versions.remove(id);
      if (removed !== undefined) this.#onChange(removed);
    }
  }
}
