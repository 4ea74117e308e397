import type { Batch, Chunk, TopicVersion } from './batch.ts';
import type { BatchAdmission } from './batch-admission.ts';
import type { FeedStatusEvent, StatusLog } from './feed-status.ts';
import type { Topic } from './topic.ts';

/** What a subscriber has to know about its stream and the stream's board. */
export interface SubscriberSource {
  /** Whether upstream has sent the board a complete snapshot. */
  readonly hasSnapshot: boolean;
  readonly statuses: StatusLog;
  /** Limits the rows in the large batches (snapshots, or changes) that subscribers are reading. */
  readonly admission: BatchAdmission;
  /** Why the stream ended; null while it is open. */
  readonly error: Error | null;
}

/** A batch of several chunks that is being read. Admission control counts it until its last chunk is read. */
interface Reading<Payload> {
  readonly batch: Batch<Payload>;
  nextChunk: number;
}

/**
 * `idle`: the next read looks for a batch. `waiting`: the batch found has several chunks, and admission control has no
 * room for it yet. `admitted`: admission control has woken the subscriber after a wait.
 */
type State<Payload> = 'idle' | 'waiting' | 'admitted' | 'closed' | Reading<Payload>;

/**
 * One subscriber of a topic. It has no queue of events: it only remembers the version of the board that it has
 * read, and reads what changed since. It reads a status after all changes that preceded the status.
 */
export class Subscriber<Value, Payload> {
  readonly #source: SubscriberSource;
  readonly #topic: Topic<Value, Payload>;
  /** The stream's status when the subscriber joined. */
  readonly #joinedStatus: Chunk<FeedStatusEvent> | null;
  /** `#joinedStatus`, until it is read. Null if that is READY, which only subscribers that resume read. */
  #initialStatus: Chunk<FeedStatusEvent> | null;
  /** How many statuses the stream had when the subscriber joined, or when it last read some. */
  #statusCount: number;
  readonly #onClose: (hasRead: boolean) => void;
  #state: State<Payload> = 'idle';
  /** The version that was read last; null if a snapshot comes next. */
  #version: TopicVersion | null = null;
  /** The cursor from which the client wants to resume; null without one, or once it is decided where reading begins. */
  #resumeCursor: string | null;
  /** Whether to wait until the board has the version of the cursor. */
  #waitsForVersion: boolean;
  /** When the throttle allows the next update, on the monotonic clock. */
  #nextUpdateAt = 0;
  #hasRead = false;
  /** Why this subscriber alone gets nothing any more. */
  #revoked: Error | null = null;
  #onEnd: (() => void) | null = null;
  #onWake: () => void = () => {};

  /**
   * With `resume.waits`, the subscriber waits if the board does not have the version of the cursor yet. `onClose` is
   * called with whether anything was ever read.
   */
  constructor(
    source: SubscriberSource,
    topic: Topic<Value, Payload>,
    resume: { readonly cursor: string | null; readonly waits: boolean },
    onClose: (hasRead: boolean) => void,
  ) {
    this.#source = source;
    this.#topic = topic;
    const { current, currentChunk, count } = source.statuses;
    this.#initialStatus = current?.state === 'READY' ? null : currentChunk;
    this.#joinedStatus = currentChunk;
    this.#statusCount = count;
    this.#resumeCursor = resume.cursor;
    this.#waitsForVersion = resume.waits;
    this.#chooseStart();
    topic.subscribers.add(this);
    this.#onClose = onClose;
  }

  /** Calls `wake` whenever `read` may return something. Only the last one registered is called. */
  onWake(wake: () => void): void {
    this.#onWake = wake;
  }

  /** Called whenever there may be something new to read. */
  wake(): void {
    this.#onWake();
  }

  /** Makes all reads from now on throw `error`, for instance because a token has expired. */
  revoke(error: Error): void {
    this.#revoked ??= error;
    this.wake();
  }

  /** Calls back once, when the subscriber is closed. */
  onEnd(onEnd: () => void): void {
    this.#onEnd = onEnd;
  }

  /** Stops waiting for the version of the cursor. If the board still lacks it, a snapshot is read next. */
  stopWaiting(): void {
    this.#waitsForVersion = false;
    if (this.#resumeCursor !== null) this.wake();
  }

  /**
   * Whether the next read takes long and should be scheduled with a low priority. A subscriber that was
   * admitted after a wait reads at once: its wake-up was scheduled already.
   */
  get isBulk(): boolean {
    const state = this.#state;
    // The usual case first, since this is asked for each delivery.
    if (state === 'idle' && this.#version !== null) return this.#topic.isBulkFrom(this.#version);
    if (typeof state === 'object') return true;
    if (state === 'closed' || state === 'admitted' || this.#hasToWait) return false;
    this.#chooseStart();
    if (this.#version !== null) return this.#topic.isBulkFrom(this.#version);
    return this.#source.hasSnapshot && this.#resumeCursor === null;
  }

  /** Whether there are changes to read that the throttle already allows: the client is too slow. */
  get isBehind(): boolean {
    return this.#version !== null && this.#topic.isBehind(this.#version, this.#nextUpdateAt);
  }

  /** The next chunk; null if there is nothing new. Throws the error that ended the stream or the topic. */
  read(): Chunk<Payload | FeedStatusEvent> | null {
    if (this.#state === 'closed') return null;
    const error = this.#revoked ?? this.#source.error ?? this.#topic.error;
    if (error !== null) throw error;
    this.#chooseStart();
    const chunk = this.#readBatches() ?? this.#readStatuses();
    this.#hasRead ||= chunk !== null;
    return chunk;
  }

  /** Releases everything. Idempotent. */
  close(): void {
    const state = this.#state;
    if (state === 'closed') return;
    this.#state = 'closed';
    this.#source.admission.cancelWait(this.#onAdmitted);
    if (typeof state === 'object') this.#source.admission.release(state.batch);
    this.#topic.subscribers.delete(this);
    this.#onEnd?.();
    this.#onClose(this.#hasRead);
  }

  /** The next chunk of the batch that is being read, or of the first batch that has any. */
  #readBatches(): Chunk<Payload> | null {
    if (typeof this.#state === 'object') return this.#readChunk(this.#state);
    if (this.#hasToWait) return null;
    this.#state = 'idle';
    for (;;) {
      const batch = this.#nextBatch();
      if (batch === null) return null;
      if (batch.chunks.length > 1) return this.#startReading(batch);
      this.#startInterval(batch);
      this.#version = batch.to;
      const [chunk] = batch.chunks;
      if (chunk !== undefined) return chunk; // A batch without chunks only advances the version.
    }
  }

  /** Whether admission control still has no room, so that looking for a batch again is pointless. */
  get #hasToWait(): boolean {
    return this.#state === 'waiting' && !this.#source.admission.hasRoom;
  }

  /** The next changes, or a snapshot; null if there is nothing to read now. */
  #nextBatch(): Batch<Payload> | null {
    if (this.#version !== null) {
      const next = this.#topic.batchFrom(this.#version);
      if (next === 'up-to-date') return null;
      if (next !== 'forgotten') return this.#deferIfThrottled(next) ? null : next;
      this.#version = null;
    }
    return this.#source.hasSnapshot && this.#resumeCursor === null ? this.#topic.snapshot() : null;
  }

  /** Decides where reading begins, once the board has a snapshot and the version of the cursor. */
  #chooseStart(): void {
    if (this.#resumeCursor === null || !this.#source.hasSnapshot) return;
    const start = this.#topic.startOf(this.#resumeCursor);
    if (start === 'ahead' && this.#waitsForVersion) return;
    this.#resumeCursor = null;
    if (start === null || start === 'ahead') return;
    this.#version = start;
    // A status tells the client that it has resumed, even if nothing has changed. If there is a later one, it reads that.
    const { currentChunk } = this.#source.statuses;
    if (currentChunk === this.#joinedStatus) this.#initialStatus = currentChunk;
  }

  #startReading(batch: Batch<Payload>): Chunk<Payload> | null {
    if (!this.#source.admission.tryAcquire(batch, this.#onAdmitted)) {
      this.#state = 'waiting';
      return null;
    }
    this.#startInterval(batch);
    const reading: Reading<Payload> = { batch, nextChunk: 0 };
    this.#state = reading;
    return this.#readChunk(reading);
  }

  #readChunk(reading: Reading<Payload>): Chunk<Payload> | null {
    const { batch } = reading;
    const chunk = batch.chunks[reading.nextChunk];
    reading.nextChunk += 1;
    if (reading.nextChunk >= batch.chunks.length) {
      this.#state = 'idle';
      this.#version = batch.to;
      this.#source.admission.release(batch);
    }
    return chunk ?? null;
  }

  /** If a batch is an update, the next one has to wait for the throttle interval. */
  #startInterval(batch: Batch<Payload>): void {
    if (this.#isUpdate(batch)) this.#nextUpdateAt = this.#topic.throttle.nextUpdateAt;
  }

  /** Returns true if the throttle does not allow an update yet; it then wakes the subscriber later. */
  #deferIfThrottled(batch: Batch<Payload>): boolean {
    return this.#isUpdate(batch) && this.#topic.throttle.deferUntil(this.#nextUpdateAt);
  }

  /** Whether the next batch contains changes: it is not empty and not a snapshot. */
  #isUpdate({ chunks }: Batch<Payload>): boolean {
    return this.#version !== null && chunks.length > 0;
  }

  readonly #onAdmitted = (): void => {
    if (this.#state === 'waiting') this.#state = 'admitted';
    this.wake();
  };

  #readStatuses(): Chunk<FeedStatusEvent> | null {
    const { statuses } = this.#source;
    // READY tells a client that resumes that it has all changes: not one whose subscriber waits for admission to read them.
    if (this.#state === 'waiting' || !this.#isCaughtUp(statuses.boardVersion)) return null;
    const initial = this.#initialStatus;
    this.#initialStatus = null;
    if (initial !== null) return initial;
    const chunk = statuses.since(this.#statusCount);
    this.#statusCount = statuses.count;
    return chunk;
  }

  /** Whether all changes up to a version of the board have been read. */
  #isCaughtUp(boardVersion: number): boolean {
    // A snapshot that can be read comes before any status.
    if (this.#version === null) return !this.#source.hasSnapshot;
    return this.#topic.isCaughtUp(this.#version, boardVersion);
  }
}
