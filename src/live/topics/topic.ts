import { PendingSpans } from '../../observability/tracing/pending-spans.ts';
import type { ChangeSpan } from '../../observability/tracing/tracing.ts';
import type { Timer } from '../../scheduling/clock.ts';
import type { TurnClock } from '../../scheduling/turn-clock.ts';
import { arrivalOf, type Changes, type Entry, sizeOf } from '../board/entry-list.ts';
import type { Filterable } from '../board/live-filter.ts';
import { PendingEntries } from '../board/memory/pending-entries.ts';
import type { VersionedRows } from '../board/versioned-rows.ts';
import { type Batch, batchOf, type TopicVersion } from './batch.ts';
import type { BatchCache } from './batch-cache.ts';
import type { CursorCodec } from './cursor-codec.ts';
import type { Projection } from './projection.ts';
import { Throttle } from './throttle.ts';

/** New subscribers share a snapshot until it is this old, or there have been this many changes. */
const SNAPSHOT_MAX_AGE_MS = 5_000;
const SNAPSHOT_CHANGES_MAX = 2_000;

/** Collecting more changes than this is bulk work: scheduled with a low priority. */
const BULK_CHANGES = 500;

interface Wakeable {
  wake(): void;
}

interface TopicOptions<Value, Payload> {
  readonly board: VersionedRows<Value>;
  readonly projection: Projection<Value, Payload>;
  readonly clock: TurnClock;
  /** The throttle interval: the minimum time between two updates to a subscriber. */
  readonly throttleMs: number;
  readonly cursors: Pick<CursorCodec, 'encode' | 'decode'>;
  readonly batchCache: BatchCache;
}

/**
 * All subscribers of one stream that use the same filter and options. A batch is computed once for all who are at
 * the same version; one that fell behind gets a batch from its own version. A subscriber that has all that was emitted
 * gets nothing before the throttle emits more.
 */
export class Topic<Value, Payload> {
  /** Woken whenever there may be something new to read. */
  readonly subscribers = new Set<Wakeable>();
  readonly throttle: Throttle;
  /** The tracing spans of the changes that the next batch will contain. */
  readonly changeSpans = new PendingSpans();
  /** Why the topic has ended before its stream: its subscribers get this error. */
  error: Error | null = null;
  readonly #board: VersionedRows<Value>;
  readonly #projection: Projection<Value, Payload>;
  readonly #clock: TurnClock;
  readonly #cursors: TopicOptions<Value, Payload>['cursors'];
  readonly #batchCache: BatchCache;
  /** Changed rows that have not been emitted. A removed row and a new one with the same id are two of them. */
  readonly #pending = new PendingEntries<Value>();
  /** Batches by start version; `#uncountedBatches` start at a cursor, whose change count is unknown. */
  readonly #batches = new Map<number, Batch<Payload>>();
  readonly #uncountedBatches = new Map<number, Batch<Payload>>();
  /** The newest version that was emitted. */
  #head: TopicVersion;
  /** `board.rebuilds` as it was before the changes in `#pending`. */
  #rebuilds: number;
  /** How many changes of the board have matched this topic. */
  #changeCount = 0;
  #lastMatchedVersion = 0;
  #lastMatched: Entry<Value> | null = null;
  #snapshot: Batch<Payload> | null = null;
  #snapshotExpiry: Timer | null = null;

  constructor(options: TopicOptions<Value, Payload>) {
    this.#board = options.board;
    this.#projection = options.projection;
    this.#clock = options.clock;
    this.#cursors = options.cursors;
    this.#batchCache = options.batchCache;
    this.#head = { version: this.#board.version, count: 0 };
    this.#rebuilds = this.#board.rebuilds;
    this.throttle = new Throttle(options.clock, options.throttleMs, () => this.wakeAll());
  }

  /** Called when the board has become complete. Subscribers get it as a snapshot, so only later changes are emitted. */
  beginAtSnapshot(): void {
    this.#pending.take();
    this.changeSpans.drop();
    this.#dropBatches();
    this.#head = this.#newest;
    this.#rebuilds = this.#board.rebuilds;
  }

  /**
   * Records a change of the board if it matches the topic; returns whether it does. The caller must then
   * schedule a call of `flush`.
   */
  recordIfMatching(entry: Entry<Value>, filterable?: Filterable): boolean {
    if (!this.#projection.matches(entry.value, filterable)) return false;
    // The caller's index may find this topic twice for one change. The version alone does not show that:
    // several changes may have the same version, if the board is a copy that is read from Redis.
    if (entry.version === this.#lastMatchedVersion && entry === this.#lastMatched) return true;
    this.#lastMatchedVersion = entry.version;
    this.#lastMatched = entry;
    this.#pending.add(entry);
    this.#changeCount += 1;
    return true;
  }

  /** Emits the recorded changes, or that there are none, now or at the end of the throttle interval. */
  flush(): void {
    this.throttle.schedule(() =>
      this.changeSpans.releaseAfter((changeSpans) => this.#emitBatch(changeSpans)),
    );
  }

  wakeAll(): void {
    for (const subscriber of this.subscribers) subscriber.wake();
  }

  /** The batch with all matching rows. New subscribers share it while it is fresh. */
  snapshot(): Batch<Payload> {
    const cached = this.#snapshot;
    const isFresh =
      cached !== null &&
      this.#changeCount - (cached.to.count ?? 0) <= SNAPSHOT_CHANGES_MAX &&
      this.#board.remembers(cached.to.version);
    return isFresh ? cached : this.#makeSnapshot();
  }

  /**
   * The batch from a version before the newest emitted one; `forgotten` if the board doesn't remember all changes
   * since.
   */
  batchFrom(from: TopicVersion): Batch<Payload> | 'up-to-date' | 'forgotten' {
    if (from.version >= this.#head.version) return 'up-to-date';
    const cached = this.#batchesFor(from).get(from.version);
    if (cached !== undefined) return cached;
    if (!this.#board.remembers(from.version)) return 'forgotten';
    const changes = this.#board.changesSince(from.version, this.#projection.matches);
    // Rows have only their newest states, so a row that changed before and after the head brings the later change as well.
    // Hence all changes after the head are included: the next batch could not tell what such a row was at the head.
    const to = this.#pending.isEmpty ? this.#head : this.#newest;
    return this.#addBatch(from, to, changes) ?? 'forgotten';
  }

  /** Whether it takes long to compute the batch from a version: it is old, and its batch is not cached. */
  isBulkFrom(from: TopicVersion): boolean {
    const isFarBack = this.#head.version - from.version > BULK_CHANGES;
    return isFarBack && !this.#batchesFor(from).has(from.version);
  }

  /**
   * Whether a subscriber at a version has not read the last batch. It is not behind before `nextUpdateAt`,
   * when its throttle interval ends.
   */
  isBehind({ version }: TopicVersion, nextUpdateAt: number): boolean {
    return version < this.#head.version && nextUpdateAt <= this.#clock.monotonic();
  }

  /**
   * Where a subscriber resumes with a client's cursor. `ahead`: the board does not have that version yet. Null if the cursor
   * belongs to another board or filter, or if the board does not remember all changes since.
   */
  startOf(cursor: string): TopicVersion | 'ahead' | null {
    const version = this.#cursors.decode(cursor);
    if (version === null) return null;
    if (version > this.#board.version) return 'ahead';
    return this.#board.remembers(version) ? { version, count: null } : null;
  }

  /**
   * Whether a subscriber that has read up to `read` has every change of this topic up to `version` of the
   * board. Versions after the last matching change contain nothing for this topic.
   */
  isCaughtUp(read: TopicVersion, version: number): boolean {
    return read.version >= Math.min(version, this.#lastMatchedVersion);
  }

  close(error: Error | null = null): void {
    this.error = error;
    this.throttle.close();
    this.changeSpans.drop();
    this.#dropSnapshot();
    this.#dropBatches();
    this.wakeAll();
  }

  /** The board's version, emitted or not. */
  get #newest(): TopicVersion {
    return { version: this.#board.version, count: this.#changeCount };
  }

  #emitBatch(changeSpans: readonly ChangeSpan[]): void {
    if (this.#pending.isEmpty && this.#head.version === this.#board.version) return;
    const from = this.#head;
    const changed: Entry<Value>[] = [];
    const removals = new Map<string, Entry<Value>>();
    const pending = this.#pending.take();
    for (const entry of pending ?? []) {
      if (!entry.isRemoved) changed.push(entry);
      // Only the first one: later rows with this id have come and gone without being emitted.
      else if (!removals.has(entry.id)) removals.set(entry.id, entry);
    }
    const removed = [...removals.values()];
    this.#dropBatches();
    this.#head = this.#newest;
    // Entries from before a rebuild are out of date. Subscribers then get what the board has since their versions.
    if (pending !== null && this.#board.rebuilds === this.#rebuilds) {
      this.#addBatch(from, this.#head, { changed, removed }, changeSpans);
    }
    this.wakeAll();
  }

  /** Computes a batch, and keeps it for others at the same version; null if the changes don't tell all. */
  #addBatch(
    from: TopicVersion,
    to: TopicVersion,
    changes: Changes<Value>,
    changeSpans: readonly ChangeSpan[] | null = null,
  ): Batch<Payload> | null {
    const rows = sizeOf(changes);
    const changeCount = from.count === null || to.count === null ? rows : to.count - from.count;
    const conflated = Math.max(0, changeCount - rows);
    const { encode } = this.#cursors;
    const payloads = this.#projection.changes(changes, { from, to }, conflated, encode);
    if (payloads === null) return null;
    // With a throttle and after a resume, changes have waited for other reasons than how fast they came.
    const hasAge = this.throttle.isOff && from.count !== null;
    const origin = { changeSpans, arrivedAt: hasAge ? arrivalOf(changes) : null };
    const batch = batchOf(payloads, rows, to, origin);
    const batches = this.#batchesFor(from);
    batches.set(from.version, batch);
    this.#batchCache.set(batch, () => batches.delete(from.version));
    return batch;
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
    const to = this.#newest;
    const matching = this.#board.entries().filter(({ value }) => this.#projection.matches(value));
    const entries = matching.toArray();
    const payloads = this.#projection.snapshot(entries, to, this.#cursors.encode);
    const snapshot = batchOf(payloads, entries.length, to);
    this.#snapshot = snapshot;
    this.#batchCache.set(snapshot, () => {
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
