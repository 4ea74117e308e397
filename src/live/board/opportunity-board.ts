import type { OpportunityKind } from '../../contract/opportunities.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { MergeBoard } from './live-board.ts';
import { type Entry, VersionedBoard } from './versioned-board.ts';
import { filterableOpportunity, identityOf, type WireOpportunity } from './wire-opportunity.ts';

/**
 * Removals that are remembered; fewer than for prices: opportunities take ten times the memory, a few
 * thousand expire in a minute, and there are no cursors with which a client could come back late.
 */
export const OPPORTUNITY_REMOVALS_MAX = 2_000;

/**
 * The opportunities that are open on one account's stream. After a reconnect, those that are not in the new
 * snapshot have expired. Filters look at sportsbooks, so an opportunity that moves to other sportsbooks is
 * removed and added under another key: subscribers that filter by the earlier sportsbooks see it expire.
 */
export class OpportunityBoard implements MergeBoard<WireOpportunity> {
  readonly versions = new VersionedBoard<WireOpportunity>(OPPORTUNITY_REMOVALS_MAX);
  #listener: (entry: Entry<WireOpportunity>) => void = () => {};
  /** The key on the board of each opportunity, by its identity. */
  readonly #keys = new Map<string, string>();
  /** Identities in the snapshot in progress; null between snapshots. */
  #incoming: Set<string> | null = null;
  #isReady = false;

  onChange(listener: (entry: Entry<WireOpportunity>) => void): void {
    this.#listener = listener;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  startSnapshot(): void {
    this.#incoming = new Set();
  }

  restore(source: VersionedBoard<WireOpportunity>, isReady: boolean): void {
    this.versions.copyFrom(source, (opportunity) => opportunity);
    for (const { id, value } of this.versions.entries()) {
      this.#keys.set(identityOf(value.kind, value.wire.id), id);
    }
    this.#isReady = isReady;
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
        this.#expire('ev', frame.data.expired);
        break;
      case 'arb:expired':
        this.#expire('arb', frame.data.expired);
        break;
      case 'middles:expired':
        this.#expire('middles', frame.data.expired);
        break;
      case 'low_hold:expired':
        this.#expire('low_hold', frame.data.expired);
    }
  }

  /** Opportunities that were not in the snapshot have expired. */
  completeSnapshot(): void {
    const incoming = this.#incoming;
    if (incoming === null) return;
    this.#incoming = null;
    for (const identity of this.#keys.keys()) {
      if (!incoming.has(identity)) this.#remove(identity);
    }
    this.#isReady = true;
  }

  #detect(opportunities: readonly WireOpportunity[]): void {
    for (const opportunity of opportunities) {
      const identity = identityOf(opportunity.kind, opportunity.wire.id);
      this.#incoming?.add(identity);
      const key = JSON.stringify([identity, filterableOpportunity(opportunity)]);
      if (this.#keys.get(identity) !== key) this.#remove(identity);
      const held = this.versions.get(key);
      if (held !== undefined && JSON.stringify(held) === JSON.stringify(opportunity)) continue;
      this.#keys.set(identity, key);
      this.#listener(this.versions.put(key, opportunity));
    }
  }

  #expire(kind: OpportunityKind, ids: readonly string[]): void {
    for (const id of ids) this.#remove(identityOf(kind, id));
  }

  #remove(identity: string): void {
    const key = this.#keys.get(identity);
    if (key === undefined) return;
    this.#keys.delete(identity);
    const removed = this.versions.remove(key);
    if (removed !== undefined) this.#listener(removed);
  }
}
