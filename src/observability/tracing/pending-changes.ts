import type { ChangeSpan } from './tracing.ts';

/**
 * The spans of the changes that wait for the next batch of a topic, or for the leader's next step. They are held, so that
 * none of them ends before that is emitted.
 */
export class PendingChanges {
  readonly #changes = new Set<ChangeSpan>();

  add(change: ChangeSpan): void {
    if (this.#changes.has(change)) return;
    change.hold();
    this.#changes.add(change);
  }

  /** The spans, which the caller has to release. */
  take(): ChangeSpan[] {
    const changes = [...this.#changes];
    this.#changes.clear();
    return changes;
  }

  /**
   * Calls `emitBatch` with the spans, and releases them when this turn of the event loop ends, so that subscribers that
   * read the batch at once can record it in them.
   */
  releaseAfter(emitBatch: (changes: readonly ChangeSpan[]) => void): void {
    const changes = this.take();
    emitBatch(changes);
    if (changes.length > 0) setImmediate(() => releaseAll(changes));
  }

  /** Releases the spans because no subscriber will get their changes. */
  drop(): void {
    releaseAll(this.take());
  }
}

function releaseAll(changes: Iterable<ChangeSpan>): void {
  for (const change of changes) change.release();
}
