import type { FeedStatusEvent, StatusLog } from './feed-status.ts';
import type { Lane } from './lane.ts';
import type { ReadingTurns } from './reading-turns.ts';
import { type Frame, frameOf, type Position, type Step } from './step.ts';

/** What a reader needs of the stream that it reads. */
export interface Readable {
  /** Whether the board holds a whole snapshot. */
  readonly isReady: boolean;
  readonly statuses: StatusLog;
  readonly turns: ReadingTurns;
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
  readonly #leave: (hasRead: boolean) => void;
  /** The last place; null where a snapshot is due. */
  #position: Position | null;
  /** The step of several frames that is being read, and how many of them have been. */
  #step: Step<Payload> | null = null;
  #given = 0;
  /** How a stream that is not in order was found; null once it has been told. */
  #found: FeedStatusEvent | null;
  #statuses: number;
  /** When the next update may be taken. */
  #nextBeat = Number.NEGATIVE_INFINITY;
  #hasRead = false;
  /** Whether a step was found for which there was no room, and whether there is by now. */
  #isHeldBack = false;
  #isLetIn = false;
  #wake: () => void = () => {};
  readonly #wakeUp = () => this.#wake();
  readonly #letIn = () => {
    this.#isHeldBack = false;
    this.#isLetIn = true;
    this.#wake();
  };
  #isClosed = false;

  constructor(
    source: Readable,
    lane: Lane<Value, Payload>,
    resumeSeq: number | null,
    onClose: (hasRead: boolean) => void,
  ) {
    this.#source = source;
    this.#lane = lane;
    const canResume = resumeSeq !== null && source.isReady && lane.canResume(resumeSeq);
    this.#position = canResume ? { seq: resumeSeq, count: null } : null;
    // A stream that is in order says nothing to a newcomer; one that is not says so.
    const { standing, count } = source.statuses;
    this.#found = standing?.state === 'READY' ? null : standing;
    this.#statuses = count;
    const leaveLane = lane.join(this.#wakeUp);
    this.#leave = (hasRead) => {
      leaveLane();
      onClose(hasRead);
    };
  }

  /** Calls `wake` whenever `read` may have something. One at a time. */
  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  /**
   * Whether the next read gives a part of something large, which others should not have to wait for.
   * Who has waited for room reads at once: the wait was scheduled.
   */
  get isBulk(): boolean {
    if (this.#isClosed || this.#isLetIn || this.#hasNoRoom) return false;
    if (this.#step !== null) return true;
    return this.#position === null ? this.#source.isReady : this.#lane.isFarBack(this.#position);
  }

  /** The next frame; null where there is nothing new. Throws the error that ended the stream. */
  read(): Frame<Payload | FeedStatusEvent> | null {
    if (this.#isClosed) return null;
    if (this.#source.error !== null) throw this.#source.error;
    const frame = this.#readData() ?? this.#readStatuses();
    this.#hasRead ||= frame !== null;
    return frame;
  }

  /** Lets go of everything. Safe to call again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source.turns.leave(this.#letIn);
    this.#endStep();
    this.#leave(this.#hasRead);
  }

  #readData(): Frame<Payload> | null {
    this.#isLetIn = false;
    for (;;) {
      if (this.#hasNoRoom) return null;
      if (this.#step !== null) return this.#readOn(this.#step);
      const step = this.#nextStep();
      if (step === null) return null;
      const isLong = step.frames.length > 1;
      if (isLong && !this.#source.turns.begin(step, this.#letIn)) {
        this.#isHeldBack = true;
        return null;
      }
      this.#isHeldBack = false;
      if (this.#isUpdate(step)) this.#nextBeat = this.#lane.nextBeat;
      if (isLong) {
        this.#step = step;
        continue;
      }
      this.#position = step.to;
      const [frame] = step.frames;
      if (frame !== undefined) return frame; // There is none where nothing was worth telling.
    }
  }

  /** Whether the step that was found has to wait: to look for it again would change nothing. */
  get #hasNoRoom(): boolean {
    return this.#isHeldBack && !this.#source.turns.hasRoom;
  }

  #readOn(step: Step<Payload>): Frame<Payload> | null {
    const frame = step.frames[this.#given];
    this.#given += 1;
    if (this.#given >= step.frames.length) {
      this.#position = step.to;
      this.#endStep();
    }
    return frame ?? null;
  }

  #endStep(): void {
    if (this.#step !== null) this.#source.turns.end(this.#step);
    this.#step = null;
    this.#given = 0;
  }

  #nextStep(): Step<Payload> | null {
    if (this.#position !== null) {
      const step = this.#lane.stepFrom(this.#position);
      if (step !== 'lost') return step !== null && this.#isTooSoon(step) ? null : step;
      this.#position = null;
    }
    return this.#source.isReady ? this.#lane.snapshot() : null;
  }

  #isTooSoon(step: Step<Payload>): boolean {
    return this.#isUpdate(step) && this.#lane.isToCome(this.#nextBeat);
  }

  /** Whether a step from here tells of changes, and not of nothing or of the whole board. */
  #isUpdate({ frames }: Step<Payload>): boolean {
    return this.#position !== null && frames.length > 0;
  }

  #readStatuses(): Frame<FeedStatusEvent> | null {
    const { statuses, isReady } = this.#source;
    // A board that is ready and was not given waits for its turn.
    const isShownAll =
      this.#position === null ? !isReady : this.#lane.isShownAll(this.#position, statuses.seq);
    if (!isShownAll) return null;
    if (this.#found !== null) {
      const found = frameOf([this.#found]);
      this.#found = null;
      return found;
    }
    const missed = statuses.since(this.#statuses);
    this.#statuses = statuses.count;
    return missed;
  }
}
