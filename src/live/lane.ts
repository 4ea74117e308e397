import type { Clock, Timer } from '../clock.ts';
import type { KeptFrames } from './kept-frames.ts';
import { type Parts, type Position, type Step, stepOf } from './step.ts';
import type { Changes, Entry, VersionedBoard } from './versioned-board.ts';

/** How a kind of stream shows its board. */
export interface LaneShape<Value, Payload> {
  readonly matches: (value: Value) => boolean;
  /** The whole matching board, in parts to be given one after the other. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    position: Position,
    cursorAt: CursorAt,
  ) => Parts<Payload>;
  /** What changed on the way between two places; `conflated` changes were overtaken by newer ones. */
  readonly changes: (
    changes: Changes<Value>,
    way: { readonly from: Position; readonly to: Position },
    conflated: number,
    cursorAt: CursorAt,
  ) => Parts<Payload>;
}

/** The cursor by which a reader comes back to a place. */
export type CursorAt = (seq: number) => string;

/** A snapshot is used again for newcomers while it is young and little has changed since. */
const SNAPSHOT_YOUNG_MS = 5_000;
const SNAPSHOT_CHANGES_MAX = 2_000;

/** A reader who takes an update no later than this after its time keeps the lane's beat. */
const BEAT_MS = 5;

/** Changes of the board that are looked through in no time. */
const FAR_CHANGES = 500;

export interface LaneOptions<Value, Payload> {
  readonly board: VersionedBoard<Value>;
  readonly shape: LaneShape<Value, Payload>;
  readonly clock: Clock;
  /** The least time between two updates of a reader. */
  readonly conflateMs: number;
  readonly cursorAt: CursorAt;
  readonly kept: KeptFrames;
}

/**
 * All who asked a stream for the same: what changed for them is worked out once. In step with the
 * board a reader takes the one frame from the last place to this; one who fell behind takes what
 * changed since its own place, each thing once. Nobody is shown more than the lane has let through.
 */
export class Lane<Value, Payload> {
  readonly #board: VersionedBoard<Value>;
  readonly #shape: LaneShape<Value, Payload>;
  readonly #clock: Clock;
  readonly #conflateMs: number;
  readonly #cursorAt: CursorAt;
  readonly #kept: KeptFrames;
  readonly #wakes = new Set<() => void>();
  readonly #pending = new Map<string, Entry<Value>>();
  /** Steps from the places of those who have counted the changes so far, and of those who have not. */
  readonly #steps = new Map<number, Step<Payload>>();
  readonly #uncountedSteps = new Map<number, Step<Payload>>();
  #head: Position;
  #count = 0;
  #notedSeq = 0;
  #snapshot: Step<Payload> | null = null;
  #snapshotAge: Timer | null = null;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;
  #late: { readonly at: number; readonly timer: Timer } | null = null;

  constructor(options: LaneOptions<Value, Payload>) {
    this.#board = options.board;
    this.#shape = options.shape;
    this.#clock = options.clock;
    this.#conflateMs = options.conflateMs;
    this.#cursorAt = options.cursorAt;
    this.#kept = options.kept;
    this.#head = { seq: this.#board.seq, count: 0 };
  }

  /** Calls `wake` whenever there may be something new, until the returned function is called. */
  join(wake: () => void): () => void {
    this.#wakes.add(wake);
    return () => this.#wakes.delete(wake);
  }

  get readers(): number {
    return this.#wakes.size;
  }

  /** The first board is whole: changes are told from here on. */
  begin(): void {
    this.#head = { seq: this.#board.seq, count: this.#count };
  }

  /** Takes a change of the board; returns whether it concerns this lane and a flush is due. */
  note(entry: Entry<Value>): boolean {
    if (!this.#shape.matches(entry.value)) return false;
    if (entry.seq === this.#notedSeq) return true; // An index may name a lane twice.
    this.#notedSeq = entry.seq;
    this.#pending.set(entry.id, entry);
    this.#count += 1;
    return true;
  }

  /** Makes what was noted the next step, at once or when the conflation time is over. */
  flush(): void {
    const wait = this.#flushedAt + this.#conflateMs - this.#clock.monotonic();
    if (wait <= 0) this.#step();
    else this.#timer ??= this.#clock.after(wait, () => this.#step());
  }

  wakeAll(): void {
    for (const wake of this.#wakes) wake();
  }

  /** The step to the whole matching board; shared with other newcomers while it is young. */
  snapshot(): Step<Payload> {
    const held = this.#snapshot;
    const isUsable =
      held !== null &&
      this.#count - (held.to.count ?? 0) <= SNAPSHOT_CHANGES_MAX &&
      this.#board.remembers(held.to.seq);
    return isUsable ? held : this.#makeSnapshot();
  }

  /**
   * The step from a place to the newest that the lane has let through. Null where there is nothing
   * new, and 'lost' where the board has forgotten what came after the place.
   */
  stepFrom(position: Position): Step<Payload> | null | 'lost' {
    const { seq } = this.#head;
    if (position.seq >= seq) return null;
    const known = this.#stepsLike(position).get(position.seq);
    if (known !== undefined) return known;
    if (!this.#board.remembers(position.seq)) return 'lost';
    const since = this.#board.changesSince(position.seq, this.#shape.matches);
    const isLetThrough = (entry: Entry<Value>) => entry.seq <= seq;
    const changed = since.changed.filter(isLetThrough);
    const removed = since.removed.filter(isLetThrough);
    // What has changed again since then is told with that, and counted.
    const isOvertaken = sizeOf({ changed, removed }) === 0 && sizeOf(since) > 0;
    return isOvertaken ? null : this.#addStep(position, this.#head, { changed, removed });
  }

  /** Whether it takes long to work out the step from a place: it is far back, and nobody asked before. */
  isFarBack(position: Position): boolean {
    const { seq } = this.#head;
    return seq - position.seq > FAR_CHANGES && !this.#stepsLike(position).has(position.seq);
  }

  /** Whether a place that a reader names can be gone on from. */
  canResume(seq: number): boolean {
    return this.#board.remembers(seq);
  }

  /** Whether a reader at a place has been shown all that has changed for it, up to `seq`. */
  isShownAll(position: Position, seq: number): boolean {
    return position.seq >= Math.min(seq, this.#notedSeq);
  }

  /** When a reader who takes an update now may take the next. */
  get nextBeat(): number {
    if (this.#conflateMs === 0) return Number.NEGATIVE_INFINITY;
    const now = this.#clock.monotonic();
    return (now - this.#flushedAt <= BEAT_MS ? this.#flushedAt : now) + this.#conflateMs;
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
    this.#forgetSteps();
  }

  #step(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#flushedAt = this.#clock.monotonic();
    const from = this.#head;
    const changed: Entry<Value>[] = [];
    const removed: Entry<Value>[] = [];
    for (const entry of this.#pending.values()) (entry.isRemoved ? removed : changed).push(entry);
    this.#pending.clear();
    this.#forgetSteps();
    this.#head = { seq: this.#board.seq, count: this.#count };
    this.#addStep(from, this.#head, { changed, removed });
    this.wakeAll();
  }

  #addStep(from: Position, to: Position, changes: Changes<Value>): Step<Payload> {
    const shown = sizeOf(changes);
    const happened = from.count === null || to.count === null ? shown : to.count - from.count;
    const conflated = Math.max(0, happened - shown);
    const parts = this.#shape.changes(changes, { from, to }, conflated, this.#cursorAt);
    const step = stepOf(parts, shown, to);
    const steps = this.#stepsLike(from);
    steps.set(from.seq, step);
    this.#kept.add(step, shown, () => steps.delete(from.seq));
    return step;
  }

  #stepsLike({ count }: Position): Map<number, Step<Payload>> {
    return count === null ? this.#uncountedSteps : this.#steps;
  }

  #forgetSteps(): void {
    for (const step of this.#steps.values()) this.#kept.delete(step);
    for (const step of this.#uncountedSteps.values()) this.#kept.delete(step);
  }

  #makeSnapshot(): Step<Payload> {
    this.#forgetSnapshot();
    const to = { seq: this.#board.seq, count: this.#count };
    const entries: Entry<Value>[] = [];
    for (const entry of this.#board.entries()) {
      if (this.#shape.matches(entry.value)) entries.push(entry);
    }
    const parts = this.#shape.snapshot(entries, to, this.#cursorAt);
    const made = stepOf(parts, entries.length, to);
    this.#snapshot = made;
    this.#kept.add(made, entries.length, () => {
      this.#snapshot = null;
    });
    this.#snapshotAge = this.#clock.after(SNAPSHOT_YOUNG_MS, () => this.#forgetSnapshot());
    return made;
  }

  #forgetSnapshot(): void {
    this.#snapshotAge?.cancel();
    if (this.#snapshot !== null) this.#kept.delete(this.#snapshot);
  }
}

function sizeOf({ changed, removed }: Changes<unknown>): number {
  return changed.length + removed.length;
}
