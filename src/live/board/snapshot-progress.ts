import type { DeltaOdds } from '../../contract/stream.ts';

/** Changes that are remembered while a snapshot is in progress. */
const CHANGES_MAX = 50_000;

/** The last change of a price since a snapshot began. */
type Change = DeltaOdds | 'removed';

/**
 * A snapshot that upstream is still sending, in parts. Changes arrive between the parts, and a
 * later part may show a price as it was before them.
 */
export class SnapshotProgress {
  readonly #listed = new Set<string>();
  readonly #changes = new Map<string, Change>();
  #rows = 0;
  #announcedRows = 0;
  #hasForgottenChanges = false;

  /**
   * Counts the rows of a part. `total` is the size of the whole snapshot as upstream announces it.
   */
  addPart(rows: number, total: number): void {
    this.#rows += rows;
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

  /** How a price changed last since the snapshot began; undefined if it didn't. */
  changeOf(id: string): Change | undefined {
    return this.#changes.get(id);
  }

  /** Whether upstream has, as far as its frames show, listed every price. */
  get isComplete(): boolean {
    if (this.#rows < this.#announcedRows || this.#hasForgottenChanges) return false;
    for (const [id, change] of this.#changes) {
      if (change !== 'removed' && !this.#listed.has(id)) return false;
    }
    return true;
  }

  #record(id: string, change: Change): void {
    if (this.#changes.size < CHANGES_MAX) this.#changes.set(id, change);
    else this.#hasForgottenChanges = true;
  }
}
