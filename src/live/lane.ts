import type { Clock, Timer } from '../clock.ts';
import type { Changes, Entry, VersionedBoard } from './versioned-board.ts';

/** A place in a lane's stream of changes. */
export interface Position {
  /** The board's number of the last change that was taken. */
  readonly seq: number;
  /** Changes of this lane up to there, by which overtaken ones are counted; null where not known. */
  readonly count: number | null;
}

/** What a reader takes at a time. The same frame goes to every reader who stands at the same place. */
export interface Frame<Payload> {
  readonly payloads: readonly Payload[];
  /** What those who deliver it made of it, by how they ask: made once, used by all. */
  readonly encodings: Map<string, unknown>;
}

export function frameOf<Payload>(payloads: readonly Payload[]): Frame<Payload> {
  return { payloads, encodings: new Map() };
}

/** A frame that leads to a place. */
export interface Step<Payload> {
  readonly frame: Frame<Payload>;
  readonly to: Position;
}

/** How a kind of stream shows its board. */
export interface LaneShape<Value, Payload> {
  readonly matches: (value: Value) => boolean;
  /** The whole matching board, in parts to be given one after the other. */
  readonly snapshot: (
    entries: readonly Entry<Value>[],
    position: Position,
    cursorAt: CursorAt,
  ) => Payload[];
  /** What changed on the way between two places; `conflated` changes were overtaken by newer ones. */
  readonly changes: (
    changes: Changes<Value>,
    way: { readonly from: Position; readonly to: Position },
    conflated: number,
    cursorAt: CursorAt,
  ) => Payload[];
}

/** The cursor by which a reader comes back to a place. */
export type CursorAt = (seq: number) => string;

/** A snapshot is used again for newcomers while it is young and little has changed since. */
const SNAPSHOT_YOUNG_MS = 5_000;
const SNAPSHOT_CHANGES_MAX = 2_000;

interface Snapshot<Payload> {
  readonly steps: readonly Step<Payload>[];
  readonly position: Position;
  readonly madeAt: number;
}

/**
 * All who asked a stream for the same: what changed for them is worked out once. In step with the
 * board a reader takes the one frame from the last place to this; one who fell behind takes what
 * changed since its own place, each thing once.
 */
export class Lane<Value, Payload> {
  readonly #board: VersionedBoard<Value>;
  readonly #shape: LaneShape<Value, Payload>;
  readonly #clock: Clock;
  readonly #conflateMs: number;
  readonly #cursorAt: CursorAt;
  readonly #wakes = new Set<() => void>();
  readonly #pending = new Map<string, Entry<Value>>();
  readonly #steps = new Map<number, Step<Payload>>();
  #head: Position;
  #count = 0;
  #notedSeq = 0;
  #snapshot: Snapshot<Payload> | null = null;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;

  constructor(
    board: VersionedBoard<Value>,
    shape: LaneShape<Value, Payload>,
    clock: Clock,
    conflateMs: number,
    cursorAt: CursorAt,
  ) {
    this.#board = board;
    this.#shape = shape;
    this.#clock = clock;
    this.#conflateMs = conflateMs;
    this.#cursorAt = cursorAt;
    this.#head = { seq: board.seq, count: 0 };
  }

  /** Calls `wake` whenever there may be something new, until the returned function is called. */
  join(wake: () => void): () => void {
    this.#wakes.add(wake);
    return () => this.#wakes.delete(wake);
  }

  get readers(): number {
    return this.#wakes.size;
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
    const wait = this.#flushedAt + this.#conflateMs - this.#clock.now();
    if (wait <= 0) this.#step();
    else this.#timer ??= this.#clock.after(wait, () => this.#step());
  }

  wakeAll(): void {
    for (const wake of this.#wakes) wake();
  }

  /** The whole matching board, step by step; shared with other newcomers. */
  snapshot(): readonly Step<Payload>[] {
    const now = this.#clock.now();
    const held = this.#snapshot;
    const isUsable =
      held !== null &&
      now - held.madeAt < SNAPSHOT_YOUNG_MS &&
      this.#count - (held.position.count ?? 0) <= SNAPSHOT_CHANGES_MAX &&
      this.#board.remembers(held.position.seq);
    if (isUsable) return held.steps;
    const made = this.#makeSnapshot(now);
    this.#snapshot = made;
    return made.steps;
  }

  /**
   * The step from a place to the newest that may be shown. Null where there is nothing new, and
   * 'lost' where the board has forgotten what came after the place.
   */
  stepFrom(position: Position): Step<Payload> | null | 'lost' {
    if (position.seq >= this.#head.seq) return null;
    const known = this.#steps.get(position.seq);
    if (known !== undefined) return known;
    if (!this.#board.remembers(position.seq)) return 'lost';
    const changes = this.#board.changesSince(position.seq, this.#shape.matches);
    return this.#addStep(position, { seq: this.#board.seq, count: this.#count }, changes);
  }

  /** Whether a place that a reader names can be gone on from. */
  canResume(seq: number): boolean {
    return this.#board.remembers(seq);
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  #step(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#flushedAt = this.#clock.now();
    const from = this.#head;
    const changed: Entry<Value>[] = [];
    const removed: Entry<Value>[] = [];
    for (const entry of this.#pending.values()) (entry.isRemoved ? removed : changed).push(entry);
    this.#pending.clear();
    this.#steps.clear();
    this.#head = { seq: this.#board.seq, count: this.#count };
    this.#dropOldSnapshot();
    this.#addStep(from, this.#head, { changed, removed });
    this.wakeAll();
  }

  #addStep(from: Position, to: Position, changes: Changes<Value>): Step<Payload> {
    const shown = changes.changed.length + changes.removed.length;
    const happened = from.count === null || to.count === null ? shown : to.count - from.count;
    const conflated = Math.max(0, happened - shown);
    const payloads = this.#shape.changes(changes, { from, to }, conflated, this.#cursorAt);
    const step = { frame: frameOf(payloads), to };
    this.#steps.set(from.seq, step);
    return step;
  }

  #makeSnapshot(now: number): Snapshot<Payload> {
    const position = { seq: this.#board.seq, count: this.#count };
    const entries: Entry<Value>[] = [];
    for (const entry of this.#board.entries()) {
      if (this.#shape.matches(entry.value)) entries.push(entry);
    }
    const payloads = this.#shape.snapshot(entries, position, this.#cursorAt);
    const steps = payloads.map((payload) => ({ frame: frameOf([payload]), to: position }));
    return { steps, position, madeAt: now };
  }

  #dropOldSnapshot(): void {
    if (this.#snapshot === null) return;
    if (this.#clock.now() - this.#snapshot.madeAt >= SNAPSHOT_YOUNG_MS) this.#snapshot = null;
  }
}
