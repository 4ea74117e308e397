import type { ChangeSpan } from './tracing.ts';

/**
 * The spans of the changes that wait for the next batch of a topic, or for the leader's next step. They are held, so that
 * none of them ends before that is emitted.
 */
export class PendingSpans {
  readonly #spans = new Set<ChangeSpan>();

  add(span: ChangeSpan): void {
    if (this.#spans.has(span)) return;
    span.hold();
    this.#spans.add(span);
  }

  /** The spans, which the caller has to release. */
  take(): ChangeSpan[] {
    const spans = [...this.#spans];
    this.#spans.clear();
    return spans;
  }

  /**
   * Calls `emitBatch` with the spans, and releases them when this turn of the event loop ends, so that subscribers that
   * read the batch at once can record it in them.
   */
  releaseAfter(emitBatch: (spans: readonly ChangeSpan[]) => void): void {
    const spans = this.take();
    emitBatch(spans);
    if (spans.length > 0) setImmediate(() => releaseAll(spans));
  }

  /** Releases the spans because no subscriber will get their changes. */
  drop(): void {
    releaseAll(this.take());
  }
}

function releaseAll(spans: Iterable<ChangeSpan>): void {
  for (const span of spans) span.release();
}
