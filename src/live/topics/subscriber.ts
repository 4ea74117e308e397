import type { Batch, Chunk, TopicVersion } from './batch.ts';
import type { BatchAdmission } from './batch-admission.ts';
import { type FeedStatusEvent, type StatusLog, StatusReader } from './feed-status.ts';
import type { Topic } from './topic.ts';

/** The stream behind a subscriber. */
export interface SubscriberSource {
  /** Whether upstream has sent the board a complete snapshot. */
  readonly isReady: boolean;
  /** The version of the board. */
  readonly version: number;
  readonly statuses: StatusLog;
  readonly admission: BatchAdmission;
  /** Why the stream ended; null while it is open. */
  readonly error: Error | null;
}

/** A batch of several chunks that is being read. Admission control counts it until it ends. */
interface Reading<Payload> {
  readonly kind: 'reading';
  readonly batch: Batch<Payload>;
  nextChunk: number;
}

/** The next read looks for a batch. */
const IDLE = { kind: 'idle' } as const;
/** The next batch has several chunks, for which admission control had no room. */
const WAITING = { kind: 'waiting' } as const;
/** Admission control has made room after a wait. */
const ADMITTED = { kind: 'admitted' } as const;
const CLOSED = { kind: 'closed' } as const;

type State<Payload> =
  | typeof IDLE
  | typeof WAITING
  | typeof ADMITTED
  | Reading<Payload>
  | typeof CLOSED;

/**
 * One subscriber: a version, not a queue. After a pause it reads what changed since its version,
 * each entry once. A status is read after all changes that preceded it.
 */
export class Subscriber<Value, Payload> {
  readonly #source: SubscriberSource;
  readonly #topic: Topic<Value, Payload>;
  readonly #statuses: StatusReader;
  readonly #unsubscribe: () => void;
  readonly #onClose: (hasRead: boolean) => void;
  #state: State<Payload> = IDLE;
  /** The version that was read last; null if a snapshot comes next. */
  #version: TopicVersion | null = null;
  /** Returns the version of its cursor; null once it is decided where reading begins. */
  #resumeVersion: (() => number | null) | null;
  #waitsForVersion: boolean;
  /** When the next update may be read, by the throttle. */
  #nextUpdateAt = Number.NEGATIVE_INFINITY;
  #hasRead = false;
  #wake: () => void = () => {};

  /**
   * `resume.version` returns the version of its cursor, and is called once the board is ready. With
   * `resume.waits`, the subscriber waits for a version that the board does not have yet. `onClose` is
   * called with whether anything was ever read.
   */
  constructor(
    source: SubscriberSource,
    topic: Topic<Value, Payload>,
    resume: { readonly version: () => number | null; readonly waits: boolean },
    onClose: (hasRead: boolean) => void,
  ) {
    this.#source = source;
    this.#topic = topic;
    this.#statuses = new StatusReader(source.statuses);
    this.#resumeVersion = resume.version;
    this.#waitsForVersion = resume.waits;
    this.#resume();
    this.#unsubscribe = topic.subscribe(() => this.#wake());
    this.#onClose = onClose;
  }

  /** Calls `wake` whenever `read` may have something. Only the last one registered is called. */
  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  /** Stops waiting for the version of its cursor: a snapshot is next if the board does not have it. */
  stopWaiting(): void {
    this.#waitsForVersion = false;
    if (this.#resumeVersion !== null && this.#state.kind !== 'closed') this.#wake();
  }

  /**
   * Whether the next read is bulk work, which others should not have to wait for. A subscriber that
   * waited for admission reads at once, since its wait was already scheduled.
   */
  get isBulk(): boolean {
    const { kind } = this.#state;
    if (kind === 'reading') return true;
    if (kind === 'closed' || kind === 'admitted' || this.#hasToWait) return false;
    this.#resume();
    if (this.#version !== null) return this.#topic.isBulkFrom(this.#version);
    return this.#source.isReady && this.#resumeVersion === null;
  }

  /** Whether it has not read released changes that its throttle already allows: its client is too slow. */
  get isBehind(): boolean {
    return this.#version !== null && this.#topic.isBehind(this.#version, this.#nextUpdateAt);
  }

  /** The next chunk; null if there is nothing new. Throws the error that ended the stream. */
  read(): Chunk<Payload | FeedStatusEvent> | null {
    if (this.#state.kind === 'closed') return null;
    if (this.#source.error !== null) throw this.#source.error;
    this.#resume();
    const chunk = this.#readBatches() ?? this.#readStatuses();
    this.#hasRead ||= chunk !== null;
    return chunk;
  }

  /** Releases everything. Idempotent. */
  close(): void {
    const state = this.#state;
    if (state.kind === 'closed') return;
    this.#state = CLOSED;
    this.#source.admission.leave(this.#onAdmitted);
    if (state.kind === 'reading') this.#source.admission.end(state.batch);
    this.#unsubscribe();
    this.#onClose(this.#hasRead);
  }

  /** The next chunk of the batch that is being read, or of the first batch that has any. */
  #readBatches(): Chunk<Payload> | null {
    if (this.#state.kind === 'reading') return this.#readChunk(this.#state);
    if (this.#hasToWait) return null;
    if (this.#state.kind === 'admitted') this.#state = IDLE;
    for (;;) {
      const batch = this.#nextBatch();
      if (batch === null) return null;
      if (batch.chunks.length > 1) return this.#startReading(batch);
      this.#state = IDLE;
      this.#startInterval(batch);
      this.#version = batch.to;
      const [chunk] = batch.chunks;
      if (chunk !== undefined) return chunk; // A batch without chunks only advances the version.
    }
  }

  /** Looking for a batch again is pointless while admission control has no room for it. */
  get #hasToWait(): boolean {
    return this.#state.kind === 'waiting' && !this.#source.admission.hasRoom;
  }

  /** The next batch, or a snapshot; null if there is none yet. */
  #nextBatch(): Batch<Payload> | null {
    if (this.#version !== null) {
      const next = this.#topic.batchFrom(this.#version);
      if (next.kind === 'up-to-date') return null;
      if (next.kind === 'batch') return this.#isTooSoon(next) ? null : next;
      this.#version = null; // The board has forgotten changes since then.
    }
    return this.#source.isReady && this.#resumeVersion === null ? this.#topic.snapshot() : null;
  }

  /** Decides where reading begins: that takes a board that is ready, and has the version of the cursor. */
  #resume(): void {
    if (this.#resumeVersion === null || !this.#source.isReady) return;
    const version = this.#resumeVersion();
    if (version !== null && version > this.#source.version && this.#waitsForVersion) return;
    this.#resumeVersion = null;
    if (version !== null && this.#topic.canResume(version))
      this.#version = { version, count: null };
  }

  #startReading(batch: Batch<Payload>): Chunk<Payload> | null {
    if (!this.#source.admission.begin(batch, this.#onAdmitted)) {
      this.#state = WAITING;
      return null;
    }
    this.#startInterval(batch);
    const reading: Reading<Payload> = { kind: 'reading', batch, nextChunk: 0 };
    this.#state = reading;
    return this.#readChunk(reading);
  }

  #readChunk(reading: Reading<Payload>): Chunk<Payload> | null {
    const { batch } = reading;
    const chunk = batch.chunks[reading.nextChunk];
    reading.nextChunk += 1;
    if (reading.nextChunk >= batch.chunks.length) {
      this.#state = IDLE;
      this.#version = batch.to;
      this.#source.admission.end(batch);
    }
    return chunk ?? null;
  }

  /** Starts the throttle interval if a batch is an update. */
  #startInterval(batch: Batch<Payload>): void {
    if (this.#isUpdate(batch)) this.#nextUpdateAt = this.#topic.throttle.nextUpdateAt;
  }

  #isTooSoon(batch: Batch<Payload>): boolean {
    return this.#isUpdate(batch) && this.#topic.throttle.isTooSoon(this.#nextUpdateAt);
  }

  /** Whether the next batch contains changes, rather than nothing or a snapshot. */
  #isUpdate({ chunks }: Batch<Payload>): boolean {
    return this.#version !== null && chunks.length > 0;
  }

  readonly #onAdmitted = (): void => {
    if (this.#state.kind === 'waiting') this.#state = ADMITTED;
    this.#wake();
  };

  #readStatuses(): Chunk<FeedStatusEvent> | null {
    return this.#isCaughtUp(this.#source.statuses.boardVersion) ? this.#statuses.read() : null;
  }

  /** Whether all changes up to a version of the board have been read. */
  #isCaughtUp(boardVersion: number): boolean {
    // A snapshot that can be read comes before any status.
    if (this.#version === null) return !this.#source.isReady;
    return this.#topic.isCaughtUp(this.#version, boardVersion);
  }
}
