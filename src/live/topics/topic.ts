import type { Clock, Timer } from '../../clock.ts';
import type { Changes, Entry, VersionedBoard } from '../board/versioned-board.ts';
import { type Batch, batchOf, type LazyPayloads, type TopicVersion } from './batch.ts';
import type { BatchCache } from './batch-cache.ts';

/** How a topic shows board entries as GraphQL payloads. */
export interface Projection<Value, Payload> {
  readonly matches: (value: Value) => boolean;
  /** The whole matching board as payloads, each made when it is read. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    position: TopicVersion,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
  /** What changed between two versions. `conflated` counts the changes that newer ones overtook. */
  readonly changes: (
    changes: Changes<Value>,
    way: { readonly from: TopicVersion; readonly to: TopicVersion },
    conflated: number,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
}

/** The cursor with which a client resumes at a version. */
export type CursorAt = (version: number) => string;

/** New subscribers share a snapshot until it is this old, or this much has changed. */
const SNAPSHOT_MAX_AGE_MS = 5_000;
const SNAPSHOT_CHANGES_MAX = 2_000;

/** A subscriber that takes an update this late still follows the topic's throttle interval. */
const INTERVAL_TOLERANCE_MS = 5;

/** Scanning more changes of the board than this is scheduled as bulk work. */
const FAR_CHANGES = 500;

export interface TopicOptions<Value, Payload> {
  readonly board: VersionedBoard<Value>;
  readonly projection: Projection<Value, Payload>;
  readonly clock: Clock;
  /** The throttle interval: the least time between two updates to a subscriber. */
  readonly conflateMs: number;
  readonly cursorAt: CursorAt;
  readonly batchCache: BatchCache;
}

/**
 * All subscribers that asked a stream for the same. A batch of changes is computed once and shared by
 * those at the same version. A subscriber that fell behind gets one batch from its own version, with
 * each entry once. Nobody is shown more than the throttle interval has released.
 */
export class Topic<Value, Payload> {
  readonly #board: VersionedBoard<Value>;
  readonly #projection: Projection<Value, Payload>;
  readonly #clock: Clock;
  readonly #conflateMs: number;
  readonly #cursorAt: CursorAt;
  readonly #batchCache: BatchCache;
  readonly #wakeCallbacks = new Set<() => void>();
  readonly #pending = new Map<string, Entry<Value>>();
  /** Batches by the version they start from, for subscribers that have counted changes and those that have not. */
  readonly #batches = new Map<number, Batch<Payload>>();
  readonly #uncountedBatches = new Map<number, Batch<Payload>>();
  #head: TopicVersion;
  #count = 0;
  #lastMatchedVersion = 0;
  #snapshot: Batch<Payload> | null = null;
  #snapshotAge: Timer | null = null;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;
  #late: { readonly at: number; readonly timer: Timer } | null = null;

  constructor(options: TopicOptions<Value, Payload>) {
    this.#board = options.board;
    this.#projection = options.projection;
    this.#clock = options.clock;
    this.#conflateMs = options.conflateMs;
    this.#cursorAt = options.cursorAt;
    this.#batchCache = options.batchCache;
    this.#head = { version: this.#board.version, count: 0 };
  }

  /** Calls `wake` whenever there may be something new, until the returned function is called. */
  join(wake: () => void): () => void {
    this.#wakeCallbacks.add(wake);
    return () => this.#wakeCallbacks.delete(wake);
  }

  get subscribers(): number {
    return this.#wakeCallbacks.size;
  }

  /** The first snapshot is complete: changes count from here on. */
  begin(): void {
    this.#head = { version: this.#board.version, count: this.#count };
  }

  /** Takes a change of the board; returns whether it concerns this topic and a flush is due. */
  note(entry: Entry<Value>): boolean {
    if (!this.#projection.matches(entry.value)) return false;
    if (entry.version === this.#lastMatchedVersion) return true; // An index may name a topic twice.
    this.#lastMatchedVersion = entry.version;
    this.#pending.set(entry.id, entry);
    this.#count += 1;
    return true;
  }

  /** Releases the recorded changes as the next batch, now or when the throttle interval is over. */
  flush(): void {
    const wait = this.#flushedAt + this.#conflateMs - this.#clock.monotonic();
    if (wait <= 0) this.#batch();
    else this.#timer ??= this.#clock.after(wait, () => this.#batch());
  }

  wakeAll(): void {
    for (const wake of this.#wakeCallbacks) wake();
  }

  /** The batch that leads to the whole matching board; new subscribers share it while it is fresh. */
  snapshot(): Batch<Payload> {
    const held = this.#snapshot;
    const isUsable =
      held !== null &&
      this.#count - (held.to.count ?? 0) <= SNAPSHOT_CHANGES_MAX &&
      this.#board.remembers(held.to.version);
    return isUsable ? held : this.#makeSnapshot();
  }

  /**
   * The batch from a version to the newest released one. Null if there is nothing new, 'lost' if the
   * board no longer knows what came after the version.
   */
  batchFrom(position: TopicVersion): Batch<Payload> | null | 'lost' {
    const { version } = this.#head;
    if (position.version >= version) return null;
    const known = this.#batchesLike(position).get(position.version);
    if (known !== undefined) return known;
    if (!this.#board.remembers(position.version)) return 'lost';
    const since = this.#board.changesSince(position.version, this.#projection.matches);
    const isLetThrough = (entry: Entry<Value>) => entry.version <= version;
    const changed = since.changed.filter(isLetThrough);
    const removed = since.removed.filter(isLetThrough);
    // Entries that changed again later are part of a later batch, and counted there.
    const isOvertaken = sizeOf({ changed, removed }) === 0 && sizeOf(since) > 0;
    return isOvertaken ? null : this.#addBatch(position, this.#head, { changed, removed });
  }

  /** Whether computing the batch from a version takes long: it is far back and not cached. */
  isFarBack(position: TopicVersion): boolean {
    const { version } = this.#head;
    return (
      version - position.version > FAR_CHANGES && !this.#batchesLike(position).has(position.version)
    );
  }

  /** Whether a subscriber can resume at a version. */
  canResume(version: number): boolean {
    return this.#board.remembers(version);
  }

  /** Whether a subscriber has been shown every change up to `version` that concerns it. */
  isShownAll(position: TopicVersion, version: number): boolean {
    return position.version >= Math.min(version, this.#lastMatchedVersion);
  }

  /** When a subscriber that takes an update now may take the next one. */
  get nextUpdateAt(): number {
    if (this.#conflateMs === 0) return Number.NEGATIVE_INFINITY;
    const now = this.#clock.monotonic();
    return (
      (now - this.#flushedAt <= INTERVAL_TOLERANCE_MS ? this.#flushedAt : now) + this.#conflateMs
    );
  }

  /** Whether a time is still to come. If so, all subscribers are woken then. */
  isToCome(at: number): boolean {
    if (this.#conflateMs === 0) return false;
    const wait = at - this.#clock.monotonic();
    if (wait <= 0) return false;
    if (this.#late !== null && this.#late.at <= at) return true;
    this.#late?.timer.cancel();
    const timer = this.#clock.after(wait, () => {
      this.#late = null;
      this.wakeAll();
    });
    this.#late = { at, timer };
    return true;
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#late?.timer.cancel();
    this.#late = null;
    this.#forgetSnapshot();
    this.#forgetBatches();
  }

  #batch(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#flushedAt = this.#clock.monotonic();
    const from = this.#head;
    const changed: Entry<Value>[] = [];
    const removed: Entry<Value>[] = [];
    for (const entry of this.#pending.values()) (entry.isRemoved ? removed : changed).push(entry);
    this.#pending.clear();
    this.#forgetBatches();
    this.#head = { version: this.#board.version, count: this.#count };
    this.#addBatch(from, this.#head, { changed, removed });
    this.wakeAll();
  }

  #addBatch(from: TopicVersion, to: TopicVersion, changes: Changes<Value>): Batch<Payload> {
    const shown = sizeOf(changes);
    const happened = from.count === null || to.count === null ? shown : to.count - from.count;
    const conflated = Math.max(0, happened - shown);
    const parts = this.#projection.changes(changes, { from, to }, conflated, this.#cursorAt);
    const batch = batchOf(parts, shown, to);
    const batches = this.#batchesLike(from);
    batches.set(from.version, batch);
    this.#batchCache.add(batch, shown, () => batches.delete(from.version));
    return batch;
  }

  #batchesLike({ count }: TopicVersion): Map<number, Batch<Payload>> {
    return count === null ? this.#uncountedBatches : this.#batches;
  }

  #forgetBatches(): void {
    for (const batch of this.#batches.values()) this.#batchCache.delete(batch);
    for (const batch of this.#uncountedBatches.values()) this.#batchCache.delete(batch);
  }

  #makeSnapshot(): Batch<Payload> {
    this.#forgetSnapshot();
    const to = { version: this.#board.version, count: this.#count };
    const entries: Entry<Value>[] = [];
    for (const entry of this.#board.entries()) {
      if (this.#projection.matches(entry.value)) entries.push(entry);
    }
    const parts = this.#projection.snapshot(entries, to, this.#cursorAt);
    const made = batchOf(parts, entries.length, to);
    this.#snapshot = made;
    this.#batchCache.add(made, entries.length, () => {
      this.#snapshot = null;
    });
    this.#snapshotAge = this.#clock.after(SNAPSHOT_MAX_AGE_MS, () => this.#forgetSnapshot());
    return made;
  }

  #forgetSnapshot(): void {
    this.#snapshotAge?.cancel();
    if (this.#snapshot !== null) this.#batchCache.delete(this.#snapshot);
  }
}

function sizeOf({ changed, removed }: Changes<unknown>): number {
  return changed.length + removed.length;
}
