import { isDeepStrictEqual } from 'node:util';
import type { OpportunityKind } from '../../contract/opportunities.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import { MergeBoard } from './live-board.ts';
import { VersionedRows } from './versioned-rows.ts';
import { eventOf, rowIdOf, upstreamKeyOf, type WireOpportunity } from './wire-opportunity.ts';

/**
 * How many removals are remembered for subscribers that have not received them yet. Fewer than for prices:
 * an opportunity takes ten times the memory, a few thousand expire in a minute, and clients cannot resume
 * a subscription to opportunities from a cursor.
 */
export const OPPORTUNITY_REMOVALS_MAX = 2_000;

/**
 * A board of opportunities. After a reconnect, those that the new snapshot does not list have expired. If one
 * moves to other sportsbooks, it is removed and added with another row id, so subscribers that filter by the
 * earlier sportsbooks are notified that it has expired.
 */
export class OpportunityBoard extends MergeBoard<WireOpportunity> {
  /** The row id of each opportunity on the board, by its upstream key (kind and upstream's id). */
  readonly #rowIds = new Map<string, string>();
  /** The upstream keys that the snapshot in progress has listed; null between snapshots. */
  #listed: Set<string> | null = null;

  constructor() {
    super(new VersionedRows(OPPORTUNITY_REMOVALS_MAX, { eventOf }));
  }

  restore(source: VersionedRows<WireOpportunity>, hasSnapshot: boolean): void {
    this.rows.copyFrom(source, (opportunity) => opportunity);
    for (const { id, value } of this.rows.entries()) {
      this.#rowIds.set(upstreamKeyOf(value), id);
    }
    if (hasSnapshot) this.show();
  }

  applyFrame(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'connected':
        this.#listed = new Set();
        break;
      case 'snapshot:complete':
        this.#completeSnapshot();
        break;
      case 'ev:detected':
      case 'arb:detected':
      case 'middles:detected':
      case 'low_hold:detected':
        for (const wire of frame.data)
          this.#detect({ kind: kindOf(frame), wire } as WireOpportunity);
        break;
      case 'ev:expired':
      case 'arb:expired':
      case 'middles:expired':
      case 'low_hold:expired':
        for (const id of frame.data.expired)
          this.#remove(upstreamKeyOf({ kind: kindOf(frame), wire: { id } }));
    }
  }

  /** Completes the snapshot: removes the opportunities that it did not list. */
  #completeSnapshot(): void {
    const listed = this.#listed;
    if (listed === null) return;
    this.#listed = null;
    for (const upstreamKey of this.#rowIds.keys()) {
      if (!listed.has(upstreamKey)) this.#remove(upstreamKey);
    }
    this.show();
  }

  #detect(opportunity: WireOpportunity): void {
    const upstreamKey = upstreamKeyOf(opportunity);
    this.#listed?.add(upstreamKey);
    const rowId = rowIdOf(opportunity);
    if (this.#rowIds.get(upstreamKey) !== rowId) this.#remove(upstreamKey);
    if (isDeepStrictEqual(this.rows.get(rowId), opportunity)) return;
    this.#rowIds.set(upstreamKey, rowId);
    this.publish(this.rows.put(rowId, opportunity));
  }

  #remove(upstreamKey: string): void {
    const rowId = this.#rowIds.get(upstreamKey);
    if (rowId === undefined) return;
    this.#rowIds.delete(upstreamKey);
    const removed = this.rows.remove(rowId);
    if (removed !== undefined) this.publish(removed);
  }
}

function kindOf({ kind }: StreamFrame): OpportunityKind {
  return kind.split(':')[0] as OpportunityKind;
}
