import type { Clock, Timer } from '../../clock.ts';
import { PendingChanges } from '../../tracing/pending-changes.ts';
import type { ChangeSpan } from '../../tracing/tracing.ts';
import type { Changes, Entry, VersionedBoard } from '../board/versioned-board.ts';
import { type Batch, batchOf, type NextBatch, type TopicVersion } from './batch.ts';
import type { BatchCache } from './batch-cache.ts';
import type { CursorAt, Projection } from './projection.ts';
import { Throttle } from './throttle.ts';

/** New subscribers share a snapshot until it is this old, or this much has changed. */
const SNAPSHOT_MAX_AGE_MS = 5_000;
const SNAPSHOT_CHANGES_MAX = 2_000;

/** Scanning more changes of the board than this is scheduled as bulk work. */
const BULK_CHANGES = 500;

const UP_TO_DATE = { kind: 'up-to-date' } as const;

export interface TopicOptions<Value, Payload> {
  readonly board: VersionedBoard<Value>;
  readonly projection: Projection<Value, Payload>;
  readonly clock: Clock;
  /** The throttle interval: the minimum time between two updates to a subscriber. */
  readonly conflateMs: number;
  readonly cursorAt: CursorAt;
  readonly batchCache: BatchCache;
}

/**
 * The subscribers of one stream that use the same filter and options. A batch of changes is computed
 * once and shared by the subscribers at the same version. A subscriber that fell behind gets one batch
 * from its own version, with only the newest state of each entry. Nobody gets changes that the
 * throttle has not released yet.
 */
export class Topic<Value, Payload> {
  readonly throttle: Throttle;
  /** What traces the changes that the next batch will contain. */
  readonly causes = new PendingChanges();
  readonly #board: VersionedBoard<Value>;
  readonly #projection: Projection<Value, Payload>;
  readonly #clock: Clock;
  readonly #cursorAt: CursorAt;
  readonly #batchCache: BatchCache;
  readonly #wakeCallbacks = new Set<() => void>();
  readonly #pending = new Map<string, Entry<Value>>();
  /**
   * Batches by start version. Subscribers that resumed from a cursor have no change count
   * (`count: null`), so their batches are kept apart.
   */
  readonly #batches = new Map<number, Batch<Payload>>();
  readonly #uncountedBatches = new Map<number, Batch<Payload>>();
  /** The newest released version, and its epoch. */
  #head: TopicVersion;
  #epoch: string;
  /** Changes of the board that concern this topic. */
  #changeCount = 0;
  #lastMatchedVersion = 0;
  #snapshot: Batch<Payload> | null = null;
  #snapshotExpiry: Timer | null = null;

  constructor(options: TopicOptions<Value, Payload>) {
    this.#board = options.board;
    this.#projection = options.projection;
    this.#clock = options.clock;
    this.#cursorAt = options.cursorAt;
    this.#batchCache = options.batchCache;
    this.#head = { version: this.#board.version, count: 0 };
    this.#epoch = this.#board.epoch;
    this.throttle = new Throttle(options.clock, options.conflateMs, () => this.wakeAll());
  }

  /** Calls `wake` whenever there may be something new, until the returned function is called. */
  subscribe(wake: () => void): () => void {
    this.#wakeCallbacks.add(wake);
    return () => this.#wakeCallbacks.delete(wake);
  }

  get subscribers(): number {
    return this.#wakeCallbacks.size;
  }

  /** Called when upstream's first snapshot of an epoch is complete: only later changes are released. */
  startAtCurrentVersion(): void {
    this.#pending.clear();
    this.causes.drop();
    this.#dropBatches();
    this.#head = { version: this.#board.version, count: this.#changeCount };
    this.#epoch = this.#board.epoch;
  }

  /**
   * Records a change of the board if it matches; returns whether it does. The caller must then schedule a
   * flush.
   */
  recordIfMatching(entry: Entry<Value>): boolean {
    if (!this.#projection.matches(entry.value)) return false;
    // The index may return the same topic twice for one change. A replica may publish several changes with
    // the same version.
    if (entry.version === this.#lastMatchedVersion && this.#pending.get(entry.id) === entry) {
      return true;
    }
    this.#lastMatchedVersion = entry.version;
    this.#pending.set(entry.id, entry);
    this.#changeCount += 1;
    return true;
  }

  /** Releases the recorded changes as the next batch, now or at the end of the throttle interval. */
  flush(): void {
    this.throttle.schedule(() => this.causes.release((causes) => this.#release(causes)));
  }

  wakeAll(): void {
    for (const wake of this.#wakeCallbacks) wake();
  }

  /** The batch with all matching entries. New subscribers share it while it is fresh. */
  snapshot(): Batch<Payload> {
    const cached = this.#snapshot;
    const isFresh =
      cached !== null &&
      this.#changeCount - (cached.to.count ?? 0) <= SNAPSHOT_CHANGES_MAX &&
      this.#board.remembers(cached.to.version);
    return isFresh ? cached : this.#makeSnapshot();
  }

  /** The batch from a version to the newest released one. */
  batchFrom(from: TopicVersion): NextBatch<Payload> {
    const { version } = this.#head;
    if (from.version >= version) return UP_TO_DATE;
    const cached = this.#batchesFor(from).get(from.version);
    if (cached !== undefined) return cached;
    if (!this.#board.remembers(from.version)) return { kind: 'needs-snapshot' };
    const since = this.#board.changesSince(from.version, this.#projection.matches);
    const isReleased = (entry: Entry<Value>) => entry.version <= version;
    const changed = since.changed.filter(isReleased);
    const removed = since.removed.filter(isReleased);
    // Entries changed again after the head go into the next batch. If that leaves nothing, wait for it
    // instead of sending an empty batch.
    const isSuperseded = sizeOf({ changed, removed }) === 0 && sizeOf(since) > 0;
    return isSuperseded ? UP_TO_DATE : this.#addBatch(from, this.#head, { changed, removed });
  }

  /** Whether it takes long to compute the batch from a version: it is old, and its batch is not cached. */
  isBulkFrom(from: TopicVersion): boolean {
    const isFarBack = this.#head.version - from.version > BULK_CHANGES;
    return isFarBack && !this.#batchesFor(from).has(from.version);
  }

  /**
   * Whether a subscriber at a version has yet to read what was released. `nextUpdateAt`: when it may read
   * its next update, by the throttle.
   */
  isBehind({ version }: TopicVersion, nextUpdateAt: number): boolean {
    return version < this.#head.version && nextUpdateAt <= this.#clock.monotonic();
  }

  /** Whether a subscriber can resume at a version. */
  canResume(version: number): boolean {
    return this.#board.remembers(version);
  }

  /**
   * Whether a subscriber has read every change of this topic up to a version of the board. Versions
   * after the last matching change contain nothing for this topic.
   */
  isCaughtUp(read: TopicVersion, version: number): boolean {
    return read.version >= Math.min(version, this.#lastMatchedVersion);
  }

  close(): void {
    this.throttle.close();
    this.causes.drop();
    this.#dropSnapshot();
    this.#dropBatches();
  }

  #release(causes: readonly ChangeSpan[]): void {
    const from = this.#head;
    const changed: Entry<Value>[] = [];
    const removed: Entry<Value>[] = [];
    for (const entry of this.#pending.values()) (entry.isRemoved ? removed : changed).push(entry);
    this.#pending.clear();
    this.#dropBatches();
    this.#head = { version: this.#board.version, count: this.#changeCount };
    // Changes of an earlier epoch mean nothing in this one, which begins with a snapshot.
    if (this.#board.epoch === this.#epoch) {
      this.#addBatch(from, this.#head, { changed, removed }, causes);
    }
    this.wakeAll();
  }

  #addBatch(
    from: TopicVersion,
    to: TopicVersion,
    changes: Changes<Value>,
    causes: readonly ChangeSpan[] | null = null,
  ): Batch<Payload> {
    const rows = sizeOf(changes);
    const changeCount = from.count === null || to.count === null ? rows : to.count - from.count;
    const conflated = Math.max(0, changeCount - rows);
    const payloads = this.#projection.changes(changes, { from, to }, conflated, this.#cursorAt);
    const origin = { causes, arrivedAt: this.#arrivalOf(from, changes) };
    const batch = batchOf(payloads, rows, to, origin);
    const batches = this.#batchesFor(from);
    batches.set(from.version, batch);
    this.#batchCache.add(batch, rows, () => batches.delete(from.version));
    return batch;
  }

  /**
   * When the oldest frame of these changes came; null if they are late on purpose, or because a client was
   * away.
   */
  #arrivalOf({ count }: TopicVersion, { changed, removed }: Changes<Value>): number | null {
    if (!this.throttle.isOff || count === null) return null;
    const versions = [...changed, ...removed].map(({ version }) => version);
    return this.#board.arrivals.ofOldest(versions);
  }

  #batchesFor({ count }: TopicVersion): Map<number, Batch<Payload>> {
    return count === null ? this.#uncountedBatches : this.#batches;
  }

  #dropBatches(): void {
    for (const batch of this.#batches.values()) this.#batchCache.delete(batch);
    for (const batch of this.#uncountedBatches.values()) this.#batchCache.delete(batch);
  }

  /** Computes the snapshot and keeps it for new subscribers until it is too old or evicted. */
  #makeSnapshot(): Batch<Payload> {
    this.#dropSnapshot();
    const to = { version: this.#board.version, count: this.#changeCount };
    const matching = this.#board.entries().filter(({ value }) => this.#projection.matches(value));
    const entries = matching.toArray();
    const payloads = this.#projection.snapshot(entries, to, this.#cursorAt);
    const snapshot = batchOf(payloads, entries.length, to);
    this.#snapshot = snapshot;
    this.#batchCache.add(snapshot, entries.length, () => {
      this.#snapshot = null;
    });
    this.#snapshotExpiry = this.#clock.after(SNAPSHOT_MAX_AGE_MS, () => this.#dropSnapshot());
    return snapshot;
  }

  /** Deleting the batch from the cache also clears `#snapshot`. */
  #dropSnapshot(): void {
    this.#snapshotExpiry?.cancel();
    if (this.#snapshot !== null) this.#batchCache.delete(this.#snapshot);
  }
}

function sizeOf({ changed, removed }: Changes<unknown>): number {
  return changed.length + removed.length;
}
