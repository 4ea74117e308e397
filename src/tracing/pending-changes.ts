import type { ChangeSpan } from './tracing.ts';

/** The traced changes that a topic has recorded and not released yet. They last at least until then. */
export class PendingChanges {
  readonly #changes = new Set<ChangeSpan>();

  add(change: ChangeSpan): void {
    if (this.#changes.has(change)) return;
    change.hold();
    this.#changes.add(change);
  }

  /** Calls `release` with the changes, which last until those who read the batch at once have done so. */
  release(release: (changes: readonly ChangeSpan[]) => void): void {
    const changes = [...this.#changes];
    this.#changes.clear();
    release(changes);
    if (changes.length > 0) setImmediate(() => releaseAll(changes));
  }

  /** Forgets the changes: nobody gets them. */
  drop(): void {
    releaseAll(this.#changes);
    this.#changes.clear();
  }
}

function releaseAll(changes: Iterable<ChangeSpan>): void {
  for (const change of changes) change.release();
}
