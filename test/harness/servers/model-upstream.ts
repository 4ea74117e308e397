import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import { frames } from '../feeds/frames.ts';
import { deltaOf, oddsRow, ROWS_MAX } from '../odds-rows.ts';

/** Row `i` in its state `version`, as the price that has its id in this generation. */
type NewRow = (i: number, version: number, generation: number) => Odds;

/** A model of upstream: a board of prices, and any number of connections that are sent what happens to it. */
export class ModelUpstream {
  readonly board = new Map<number, Odds>();
  readonly connections = new Set<ModelConnection>();
  readonly #row: NewRow;
  /** How often the id of each row was given to another price. */
  readonly #generations = new Map<number, number>();
  #version = 0;

  /** Every other price of this many is on the board. */
  constructor(rowsMax = ROWS_MAX, row: NewRow = oddsRow) {
    this.#row = row;
    for (let i = 0; i < rowsMax; i += 2) this.board.set(i, row(i, 0, 0));
  }

  move(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.has(i));
    if (known.length === 0) return;
    this.#put(known);
    const odds = known.flatMap((i) => this.board.get(i) ?? []).map(deltaOf);
    this.#send(frames.update(odds));
  }

  withdraw(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.delete(i)).map(String);
    if (known.length === 0) return;
    this.#send(frames.removal(known));
  }

  offer(ids: readonly number[]): void {
    const fresh = ids.filter((i) => !this.board.has(i));
    if (fresh.length === 0) return;
    this.#put(fresh);
    this.#send(frames.snapshot(fresh.flatMap((i) => this.board.get(i) ?? [])));
  }

  /** Withdraws rows, and gives their ids to other prices. */
  replace(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.has(i));
    this.withdraw(known);
    for (const i of known) this.#generations.set(i, this.#generationOf(i) + 1);
    this.offer(known);
  }

  #generationOf(i: number): number {
    return this.#generations.get(i) ?? 0;
  }

  #put(ids: readonly number[]): void {
    this.#version += 1;
    for (const i of ids) this.board.set(i, this.#row(i, this.#version, this.#generationOf(i)));
  }

  #send(frame: StreamFrame): void {
    for (const connection of this.connections) connection.push(frame);
  }
}

/** The frames that upstream has sent to a client and that have not arrived yet. */
export class ModelConnection {
  readonly #upstream: ModelUpstream;
  readonly #onFrame: () => void;
  readonly #wire: StreamFrame[] = [];
  /** Rows of the snapshot that are still to be read; null once it is complete. */
  #unsent: number[] | null;
  readonly #chunkSize: number;

  /**
   * A frozen snapshot is the board at the time of the call, and changes follow it. Otherwise each chunk is read from
   * the current board, with changes sent in between. `onFrame` is called when something has happened to the board.
   */
  constructor(upstream: ModelUpstream, chunkSize: number, isFrozen = false, onFrame = () => {}) {
    this.#upstream = upstream;
    this.#chunkSize = chunkSize;
    this.#onFrame = onFrame;
    this.#wire.push(frames.connected(true));
    this.#unsent = [...upstream.board.keys()];
    while (isFrozen && this.#unsent !== null) this.#wire.push(this.#readPart(this.#unsent));
    upstream.connections.add(this);
  }

  /** Whether there is nothing left to send. */
  get isSilent(): boolean {
    return this.#wire.length === 0 && this.#unsent === null;
  }

  push(frame: StreamFrame): void {
    this.#wire.push(frame);
    this.#onFrame();
  }

  /** The next frame, with objects of its own; undefined if there is none. */
  next(): StreamFrame | undefined {
    const frame = this.#wire.shift();
    if (frame !== undefined || this.#unsent === null) return structuredClone(frame);
    return structuredClone(this.#readPart(this.#unsent));
  }

  close(): void {
    this.#upstream.connections.delete(this);
  }

  #readPart(unsent: number[]): StreamFrame {
    const { board } = this.#upstream;
    const ids = unsent.splice(0, this.#chunkSize);
    if (ids.length > 0) return frames.snapshot(ids.flatMap((i) => board.get(i) ?? []));
    this.#unsent = null;
    return frames.complete([...board.values()]);
  }
}
