import type { DeltaOdds, OddsSnapshot } from '../../contract/stream.ts';

/** How many changed prices are remembered while a snapshot is in progress. */
const CHANGES_MAX = 50_000;

/** The last change of a price since the snapshot began. */
type Change = DeltaOdds | 'removed';

/**
 * Tracks a snapshot that upstream's stream is still sending, in parts. Updates arrive between the parts, and
 * a later part may show a price as it was before an update.
 */
export class SnapshotProgress {
  /** Ids of the prices in the parts so far, except those removed since. */
  readonly #listed = new Set<string>();
  readonly #changes = new Map<string, Change>();
  #validRows = 0;
  #sentRows = 0;
  #announcedRows = 0;
  #hasForgottenChanges = false;

  /** Counts the rows of a part: those that are valid, all that upstream has sent, and all that it announces for the snapshot. */
  addPart({ odds, count, total }: OddsSnapshot): void {
    this.#validRows += odds.length;
    this.#sentRows += count;
    this.#announcedRows = Math.max(this.#announcedRows, total);
  }

  recordListed(id: string): void {
    this.#listed.add(id);
  }

  /** Whether a part has listed this id, and it has not been removed since. */
  hasListed(id: string): boolean {
    return this.#listed.has(id);
  }

  recordUpdate(delta: DeltaOdds): void {
    this.#record(delta.id, delta);
  }

  recordRemoval(id: string): void {
    this.#listed.delete(id);
    this.#record(id, 'removed');
  }

  /** The last change of a price since the snapshot began; undefined if there is none. */
  changeOf(id: string): Change | undefined {
    return this.#changes.get(id);
  }

  /** Whether upstream has sent fewer rows than it has announced. */
  get isCutShort(): boolean {
    return this.#sentRows < this.#announcedRows;
  }

  /** Whether upstream has listed every price, as far as its frames show. */
  get isComplete(): boolean {
    if (this.#validRows < this.#announcedRows || this.#hasForgottenChanges) return false;
    for (const [id, change] of this.#changes) {
      if (change !== 'removed' && !this.#listed.has(id)) return false;
    }
    return true;
  }

  #record(id: string, change: Change): void {
    const hasRoom = this.#changes.size < CHANGES_MAX || this.#changes.has(id);
    if (hasRoom) this.#changes.set(id, change);
    else this.#hasForgottenChanges = true;
  }
}
