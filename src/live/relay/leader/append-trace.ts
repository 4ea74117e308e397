import type { AppendSpan, ChangeSpan, Tracing } from '../../../tracing/tracing.ts';

/** Traces a leader's steps: from upstream's frames to Redis' answer. */
export class AppendTrace {
  readonly #tracing: Tracing | null;
  /** Frames that are in no step yet. */
  #frames: ChangeSpan[] = [];
  #span: AppendSpan | null = null;

  constructor(tracing: Tracing | null) {
    this.#tracing = tracing;
  }

  /** The next step contains the frame that is being handled. */
  addFrame(): void {
    const frame = this.#tracing?.currentChange ?? null;
    if (frame === null) return;
    frame.hold();
    this.#frames.push(frame);
  }

  /** The frames so far need no step. */
  dropFrames(): void {
    for (const frame of this.#frames) frame.release();
    this.#frames = [];
  }

  /** A step is about to be appended. Returns what its header says of it. */
  start(rows: number): { readonly traceparent?: string } {
    if (this.#tracing === null) return {};
    this.#span = this.#tracing.startAppend(rows, this.#frames);
    this.#frames = [];
    const { traceparent } = this.#span.headers();
    return traceparent === undefined ? {} : { traceparent };
  }

  accepted(): void {
    this.#span?.end(true);
    this.#span = null;
  }

  /** The leader does not go on, whatever becomes of the step in flight. */
  close(): void {
    this.dropFrames();
    this.#span?.end(false);
    this.#span = null;
  }
}
