import { type Batch, type Chunk, chunkOf, type TopicVersion } from './batch.ts';
import type { FeedStatusEvent, StatusLog } from './feed-status.ts';
import type { SnapshotAdmission } from './snapshot-admission.ts';
import type { Topic } from './topic.ts';

/** What a subscriber needs of the stream that it reads. */
export interface SubscriberSource {
  /** Whether the board holds a whole snapshot. */
  readonly isReady: boolean;
  readonly statuses: StatusLog;
  readonly admission: SnapshotAdmission;
  /** Why the stream ended; null while it goes on. */
  readonly error: Error | null;
}

/**
 * One subscriber's place in a stream. It holds no events: when it reads again after a pause, it gets
 * what changed since, each thing once. Data comes before the statuses that followed it.
 */
export class Subscriber<Value, Payload> {
  readonly #source: SubscriberSource;
  readonly #topic: Topic<Value, Payload>;
  readonly #leave: (hasRead: boolean) => void;
  /** The last place; null where a snapshot is due. */
  #position: TopicVersion | null;
  /** The batch of several chunks that is being read, and how many of them have been. */
  #batch: Batch<Payload> | null = null;
  #given = 0;
  /** How a stream that is not in order was found; null once it has been told. */
  #found: FeedStatusEvent | null;
  #statuses: number;
  /** When the next update may be taken. */
  #nextUpdateAt = Number.NEGATIVE_INFINITY;
  #hasRead = false;
  /** Whether a batch was found for which there was no room, and whether there is by now. */
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
    source: SubscriberSource,
    topic: Topic<Value, Payload>,
    resumeVersion: number | null,
    onClose: (hasRead: boolean) => void,
  ) {
    this.#source = source;
    this.#topic = topic;
    const canResume = resumeVersion !== null && source.isReady && topic.canResume(resumeVersion);
    this.#position = canResume ? { version: resumeVersion, count: null } : null;
    // A stream that is in order says nothing to a newcomer; one that is not says so.
    const { standing, count } = source.statuses;
    this.#found = standing?.state === 'READY' ? null : standing;
    this.#statuses = count;
    const leaveTopic = topic.join(this.#wakeUp);
    this.#leave = (hasRead) => {
      leaveTopic();
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
    if (this.#batch !== null) return true;
    return this.#position === null ? this.#source.isReady : this.#topic.isFarBack(this.#position);
  }

  /** The next chunk; null where there is nothing new. Throws the error that ended the stream. */
  read(): Chunk<Payload | FeedStatusEvent> | null {
    if (this.#isClosed) return null;
    if (this.#source.error !== null) throw this.#source.error;
    const chunk = this.#readData() ?? this.#readStatuses();
    this.#hasRead ||= chunk !== null;
    return chunk;
  }

  /** Lets go of everything. Safe to call again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source.admission.leave(this.#letIn);
    this.#endBatch();
    this.#leave(this.#hasRead);
  }

  #readData(): Chunk<Payload> | null {
    this.#isLetIn = false;
    for (;;) {
      if (this.#hasNoRoom) return null;
      if (this.#batch !== null) return this.#readOn(this.#batch);
      const batch = this.#nextBatch();
      if (batch === null) return null;
      const isLong = batch.chunks.length > 1;
      if (isLong && !this.#source.admission.begin(batch, this.#letIn)) {
        this.#isHeldBack = true;
        return null;
      }
      this.#isHeldBack = false;
      if (this.#isUpdate(batch)) this.#nextUpdateAt = this.#topic.nextUpdateAt;
      if (isLong) {
        this.#batch = batch;
        continue;
      }
      this.#position = batch.to;
      const [chunk] = batch.chunks;
      if (chunk !== undefined) return chunk; // There is none where nothing was worth telling.
    }
  }

  /** Whether the batch that was found has to wait: to look for it again would change nothing. */
  get #hasNoRoom(): boolean {
    return this.#isHeldBack && !this.#source.admission.hasRoom;
  }

  #readOn(batch: Batch<Payload>): Chunk<Payload> | null {
    const chunk = batch.chunks[this.#given];
    this.#given += 1;
    if (this.#given >= batch.chunks.length) {
      this.#position = batch.to;
      this.#endBatch();
    }
    return chunk ?? null;
  }

  #endBatch(): void {
    if (this.#batch !== null) this.#source.admission.end(this.#batch);
    this.#batch = null;
    this.#given = 0;
  }

  #nextBatch(): Batch<Payload> | null {
    if (this.#position !== null) {
      const batch = this.#topic.batchFrom(this.#position);
      if (batch !== 'lost') return batch !== null && this.#isTooSoon(batch) ? null : batch;
      this.#position = null;
    }
    return this.#source.isReady ? this.#topic.snapshot() : null;
  }

  #isTooSoon(batch: Batch<Payload>): boolean {
    return this.#isUpdate(batch) && this.#topic.isToCome(this.#nextUpdateAt);
  }

  /** Whether a batch from here tells of changes, and not of nothing or of the whole board. */
  #isUpdate({ chunks }: Batch<Payload>): boolean {
    return this.#position !== null && chunks.length > 0;
  }

  #readStatuses(): Chunk<FeedStatusEvent> | null {
    const { statuses, isReady } = this.#source;
    // A board that is ready and was not given waits for its turn.
    const isShownAll =
      this.#position === null ? !isReady : this.#topic.isShownAll(this.#position, statuses.version);
    if (!isShownAll) return null;
    if (this.#found !== null) {
      const found = chunkOf([this.#found]);
      this.#found = null;
      return found;
    }
    const missed = statuses.since(this.#statuses);
    this.#statuses = statuses.count;
    return missed;
  }
}
