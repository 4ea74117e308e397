import type { StreamFrame } from '../upstream/feed.ts';
import type { LiveBoard } from './live-session.ts';
import { type Entry, VersionedBoard } from './versioned-board.ts';
import { filterableOpportunity, type WireOpportunity } from './wire-opportunity.ts';

type Listener = (entry: Entry<WireOpportunity>) => void;

/**
 * The opportunities that are open on one account's stream. After a reconnect those that are not told
 * again are over. One that comes at other books leaves the board and joins it anew under another
 * key, since filters look at books: who wanted it at the earlier ones is told that it is gone.
 */
export class OpportunityBoard implements LiveBoard<WireOpportunity> {
  readonly versions = new VersionedBoard<WireOpportunity>();
  readonly #onChange: Listener;
  /** The board's key of each opportunity by its id. */
  readonly #keys = new Map<string, string>();
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
    this.#expire([...this.#keys.keys()].filter((id) => !incoming.has(id)));
    this.#isReady = true;
  }

  #detect(opportunities: readonly WireOpportunity[]): void {
    for (const opportunity of opportunities) {
      const { id } = opportunity.wire;
      this.#incoming?.add(id);
      const key = JSON.stringify([id, filterableOpportunity(opportunity)]);
      if (this.#keys.get(id) !== key) this.#remove(id);
      const held = this.versions.get(key);
      if (held !== undefined && JSON.stringify(held) === JSON.stringify(opportunity)) continue;
      this.#keys.set(id, key);
      this.#onChange(this.versions.put(key, opportunity));
    }
  }

  #expire(ids: readonly string[]): void {
    for (const id of ids) {
      this.#incoming?.delete(id);
      this.#remove(id);
    }
  }

  #remove(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    const removed = this.versions.remove(key);
    if (removed !== undefined) this.#onChange(removed);
  }
}
