import type { FeedStatusEvent, StatusLog } from './feed-status.ts';
import { type Frame, frameOf, type Lane, type Position, type Step } from './lane.ts';

/** What a reader needs of the stream that it reads. */
export interface Readable {
  /** Whether the board holds a whole snapshot. */
  readonly isReady: boolean;
  readonly statuses: StatusLog;
  /** Why the stream ended; null while it goes on. */
  readonly error: Error | null;
}

/**
 * One subscriber's place in a stream. It holds no events: when it reads again after a pause, it gets
 * what changed since, each thing once. Data comes before the statuses that followed it.
 */
export class LiveReader<Value, Payload> {
  readonly #source: Readable;
  readonly #lane: Lane<Value, Payload>;
  readonly #leave: () => void;
  /** The last place; null where a snapshot is due. */
  #position: Position | null;
  #snapshot: { readonly steps: readonly Step<Payload>[]; next: number } | null = null;
  /** How a stream that is not in order was found; null once it has been told. */
  #found: FeedStatusEvent | null;
  #statuses: number;
  #wake: () => void = () => {};
  #isClosed = false;

  constructor(
    source: Readable,
    lane: Lane<Value, Payload>,
    resumeSeq: number | null,
    onClose: () => void,
  ) {
    this.#source = source;
    this.#lane = lane;
    const canResume = resumeSeq !== null && source.isReady && lane.canResume(resumeSeq);
    this.#position = canResume ? { seq: resumeSeq, count: null } : null;
    // A stream that is in order says nothing to a newcomer; one that is not says so.
    const { standing, count } = source.statuses;
    this.#found = standing?.state === 'READY' ? null : standing;
    this.#statuses = count;
    const leaveLane = lane.join(() => this.#wake());
    this.#leave = () => {
      leaveLane();
      onClose();
    };
  }

  /** Calls `wake` whenever `read` may have something. One at a time. */
  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  /** The next frame; null where there is nothing new. Throws the error that ended the stream. */
  read(): Frame<Payload | FeedStatusEvent> | null {
    if (this.#isClosed) return null;
    if (this.#source.error !== null) throw this.#source.error;
    return this.#readData() ?? this.#readStatuses();
  }

  /** Lets go of everything. Safe to call again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#snapshot = null;
    this.#leave();
  }

  #readData(): Frame<Payload> | null {
    for (;;) {
      if (this.#position === null) {
        if (!this.#source.isReady) return null;
        this.#snapshot ??= { steps: this.#lane.snapshot(), next: 0 };
        const step = this.#snapshot.steps[this.#snapshot.next];
        if (step === undefined) return null;
        this.#snapshot.next += 1;
        if (this.#snapshot.next === this.#snapshot.steps.length) {
          this.#position = step.to;
          this.#snapshot = null;
        }
        return step.frame;
      }
      const step = this.#lane.stepFrom(this.#position);
      if (step === null) return null;
      if (step === 'lost') {
        this.#position = null;
        continue;
      }
      this.#position = step.to;
      if (step.frame.payloads.length > 0) return step.frame;
    }
  }

  #readStatuses(): Frame<FeedStatusEvent> | null {
    if (this.#found !== null) {
      const found = frameOf([this.#found]);
      this.#found = null;
      return found;
    }
    const { statuses } = this.#source;
    const missed = statuses.since(this.#statuses);
    this.#statuses = statuses.count;
    return missed;
  }
}
