import { type Batch, type Chunk, chunkOf, type TopicVersion } from './batch.ts';
import type { FeedStatusEvent, StatusLog } from './feed-status.ts';
import type { SnapshotAdmission } from './snapshot-admission.ts';
import type { Topic } from './topic.ts';

/** What a subscriber needs to know of its stream. */
export interface SubscriberSource {
  /** Whether the board holds a whole snapshot. */
  readonly isReady: boolean;
  readonly statuses: StatusLog;
  readonly admission: SnapshotAdmission;
  /** Why the stream ended; null while it goes on. */
  readonly error: Error | null;
}

/**
 * One subscriber: a version, not a queue. After a pause it reads what changed since its version, each
 * entry once. Data comes before the statuses that followed it.
 */
export class Subscriber<Value, Payload> {
  readonly #source: SubscriberSource;
  readonly #topic: Topic<Value, Payload>;
  readonly #leave: (hasRead: boolean) => void;
  /** The last version it has read; null if it needs a snapshot. */
  #position: TopicVersion | null;
  /** The batch of several chunks that is being read, and how many of them were read. */
  #batch: Batch<Payload> | null = null;
  #given = 0;
  /** The status of a stream that was not in order when it was joined; null once it was delivered. */
  #found: FeedStatusEvent | null;
  #statuses: number;
  /** When the next update may be taken. */
  #nextUpdateAt = Number.NEGATIVE_INFINITY;
  #hasRead = false;
  /** Whether admission refused a batch, and whether it has granted it since. */
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
    // New subscribers of a stream that is in order get no status; otherwise they get the current one.
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
   * Whether the next read is bulk work, which others should not have to wait for. A subscriber that
   * waited for admission reads at once: its wait was scheduled already.
   */
  get isBulk(): boolean {
    if (this.#isClosed || this.#isLetIn || this.#hasNoRoom) return false;
    if (this.#batch !== null) return true;
    return this.#position === null ? this.#source.isReady : this.#topic.isFarBack(this.#position);
  }

  /** The next chunk; null if there is nothing new. Throws the error that ended the stream. */
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
      if (chunk !== undefined) return chunk; // Missing if the batch has nothing to show.
    }
  }

  /** Whether admission still refuses the batch, so that looking for it again is pointless. */
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

  /** Whether a batch from here shows changes, rather than nothing or the whole board. */
  #isUpdate({ chunks }: Batch<Payload>): boolean {
    return this.#position !== null && chunks.length > 0;
  }

  #readStatuses(): Chunk<FeedStatusEvent> | null {
    const { statuses, isReady } = this.#source;
    // A snapshot that is ready but not delivered yet comes first.
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
