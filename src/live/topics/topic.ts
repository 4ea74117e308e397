import type { Clock, Timer } from '../../clock.ts';
import type { Changes, Entry, VersionedBoard } from '../board/versioned-board.ts';
import { type Batch, batchOf, type LazyPayloads, type TopicVersion } from './batch.ts';
import type { BatchCache } from './batch-cache.ts';

/** How a kind of stream shows its board. */
export interface Projection<Value, Payload> {
  readonly matches: (value: Value) => boolean;
  /** The whole matching board, in parts to be given one after the other. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    position: TopicVersion,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
  /** What changed on the way between two places; `conflated` changes were overtaken by newer ones. */
  readonly changes: (
    changes: Changes<Value>,
    way: { readonly from: TopicVersion; readonly to: TopicVersion },
    conflated: number,
    cursorAt: CursorAt,
  ) => LazyPayloads<Payload>;
}

/** The cursor by which a subscriber comes back to a place. */
export type CursorAt = (version: number) => string;

/** A snapshot is used again for newcomers while it is young and little has changed since. */
const SNAPSHOT_MAX_AGE_MS = 5_000;
const SNAPSHOT_CHANGES_MAX = 2_000;

/** A subscriber who takes an update no later than this after its time keeps the topic's beat. */
const INTERVAL_TOLERANCE_MS = 5;

/** Changes of the board that are looked through in no time. */
const FAR_CHANGES = 500;

export interface TopicOptions<Value, Payload> {
  readonly board: VersionedBoard<Value>;
  readonly projection: Projection<Value, Payload>;
  readonly clock: Clock;
  /** The least time between two updates of a subscriber. */
  readonly conflateMs: number;
  readonly cursorAt: CursorAt;
  readonly batchCache: BatchCache;
}

/**
 * All who asked a stream for the same: what changed for them is worked out once. In batch with the
 * board a subscriber takes the one chunk from the last place to this; one who fell behind takes what
 * changed since its own place, each thing once. Nobody is shown more than the topic has let through.
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
  /** Batches from the places of those who have counted the changes so far, and of those who have not. */
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

  /** The first board is whole: changes are told from here on. */
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

  /** Makes what was noted the next batch, at once or when the conflation time is over. */
  flush(): void {
    const wait = this.#flushedAt + this.#conflateMs - this.#clock.monotonic();
    if (wait <= 0) this.#batch();
    else this.#timer ??= this.#clock.after(wait, () => this.#batch());
  }

  wakeAll(): void {
    for (const wake of this.#wakeCallbacks) wake();
  }

  /** The batch to the whole matching board; shared with other newcomers while it is young. */
  snapshot(): Batch<Payload> {
    const held = this.#snapshot;
    const isUsable =
      held !== null &&
      this.#count - (held.to.count ?? 0) <= SNAPSHOT_CHANGES_MAX &&
      this.#board.remembers(held.to.version);
    return isUsable ? held : this.#makeSnapshot();
  }

  /**
   * The batch from a place to the newest that the topic has let through. Null where there is nothing
   * new, and 'lost' where the board has forgotten what came after the place.
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
    // What has changed again since then is told with that, and counted.
    const isOvertaken = sizeOf({ changed, removed }) === 0 && sizeOf(since) > 0;
    return isOvertaken ? null : this.#addBatch(position, this.#head, { changed, removed });
  }

  /** Whether it takes long to work out the batch from a place: it is far back, and nobody asked before. */
  isFarBack(position: TopicVersion): boolean {
    const { version } = this.#head;
    return (
      version - position.version > FAR_CHANGES && !this.#batchesLike(position).has(position.version)
    );
  }

  /** Whether a place that a subscriber names can be gone on from. */
  canResume(version: number): boolean {
    return this.#board.remembers(version);
  }

  /** Whether a subscriber at a place has been shown all that has changed for it, up to `version`. */
  isShownAll(position: TopicVersion, version: number): boolean {
    return position.version >= Math.min(version, this.#lastMatchedVersion);
  }

  /** When a subscriber who takes an update now may take the next. */
  get nextUpdateAt(): number {
    if (this.#conflateMs === 0) return Number.NEGATIVE_INFINITY;
    const now = this.#clock.monotonic();
    return (
      (now - this.#flushedAt <= INTERVAL_TOLERANCE_MS ? this.#flushedAt : now) + this.#conflateMs
    );
  }

  /** Whether a time is still to come; then all are woken at that time. */
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
