import type { AppendSpan, ChangeSpan, Tracing } from '../../../observability/tracing/tracing.ts';

/** Traces the steps that a leader writes to Redis: from the arrival of upstream's frames to Redis' reply. */
export class AppendTrace {
  readonly #tracing: Tracing | null;
  /** The spans of frames that are not in a step yet. */
  #frameSpans: ChangeSpan[] = [];
  /** The span of the step in flight; null if there is none. */
  #span: AppendSpan | null = null;

  constructor(tracing: Tracing | null) {
    this.#tracing = tracing;
  }

  /** Links the frame that is being applied to the next step. */
  addFrameSpan(): void {
    const span = this.#tracing?.currentChange ?? null;
    if (span === null) return;
    span.hold(); // The span does not end before `release` is called.
    this.#frameSpans.push(span);
  }

  /** Forgets the frames since the last step: they have changed nothing, so no step follows. */
  dropFrames(): void {
    for (const span of this.#frameSpans) span.release();
    this.#frameSpans = [];
  }

  /**
   * Starts the span of a step with this many rows; when that ends, it releases the frames' spans. Returns the
   * trace context for the step's header.
   */
  start(rows: number): { readonly traceparent?: string } {
    if (this.#tracing === null) return {};
    this.#span = this.#tracing.startAppend(rows, this.#frameSpans);
    this.#frameSpans = [];
    const { traceparent } = this.#span.headers();
    return traceparent === undefined ? {} : { traceparent };
  }

  /** Ends the span: Redis has accepted the step. */
  accepted(): void {
    this.#span?.end(true);
    this.#span = null;
  }

  /** Ends the span as not accepted: the leader stops without Redis' reply to the step in flight. */
  close(): void {
    this.dropFrames();
    this.#span?.end(false);
    this.#span = null;
  }
}
