import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import { oddsDelta, oddsRow, ROWS_MAX } from '../odds-rows.ts';

/** A model of upstream: a board, and the frames that it has sent and that have not arrived yet. */
export class ModelUpstream {
  readonly board = new Map<number, Odds>();
  #version = 0;
  #wire: StreamFrame[] = [];
  /** Chunks of a snapshot, each encoded when it is sent. */
  #unsent: number[] | null = null;
  #chunkSize = 1;
  isConnected = false;

  /** Every other price of this many is on the board. */
  constructor(rowsMax = ROWS_MAX) {
    for (let i = 0; i < rowsMax; i += 2) this.board.set(i, oddsRow(i));
  }

  move(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.has(i));
    if (known.length === 0) return;
    const version = this.#next();
    for (const i of known) this.board.set(i, oddsRow(i, version));
    const odds = known.map((i) => oddsDelta(i, version));
    const data = { odds, count: odds.length, book: 'draftkings', partial: false };
    this.#tell({ kind: 'odds:update', data });
  }

  withdraw(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.delete(i)).map(String);
    if (known.length === 0) return;
    const data = { ids: known, count: known.length, book: 'draftkings' };
    this.#tell({ kind: 'odds:removed', data });
  }

  offer(ids: readonly number[]): void {
    const fresh = ids.filter((i) => !this.board.has(i));
    if (fresh.length === 0) return;
    const version = this.#next();
    for (const i of fresh) this.board.set(i, oddsRow(i, version));
    this.#tell(part(fresh.map((i) => oddsRow(i, version))));
  }

  drop(): void {
    this.isConnected = false;
    this.#wire = [];
    this.#unsent = null;
  }

  /**
   * Opens a new stream. A frozen snapshot is the board at the time of the call, and changes follow it.
   * Otherwise each chunk is read from the current board, with changes sent in between.
   */
  reconnect(chunkSize: number, isFrozen: boolean): void {
    this.drop();
    this.isConnected = true;
    const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
    const data = { stream_id: 's', channel: 'odds', filters, reconnected: true };
    this.#wire.push({ kind: 'connected', data });
    this.#chunkSize = chunkSize;
    this.#unsent = [...this.board.keys()];
    if (!isFrozen) return;
    while (this.#unsent !== null) this.#sendPart();
  }

  /** Whether there is nothing left to send. */
  get isSilent(): boolean {
    return this.#wire.length === 0 && this.#unsent === null;
  }

  /** The next frame; undefined if there is none. */
  next(): StreamFrame | undefined {
    if (this.#wire.length === 0 && this.#unsent !== null) this.#sendPart();
    return this.#wire.shift();
  }

  #sendPart(): void {
    const ids = this.#unsent?.splice(0, this.#chunkSize) ?? [];
    this.#wire.push(part(ids.flatMap((i) => this.board.get(i) ?? []).map((row) => ({ ...row }))));
    if (this.#unsent?.length !== 0) return;
    this.#unsent = null;
    const data = { status: 'ready', books: [], total_odds: this.board.size };
    this.#wire.push({ kind: 'snapshot:complete', data });
  }

  #tell(frame: StreamFrame): void {
    if (this.isConnected) this.#wire.push(frame);
  }

  #next(): number {
    this.#version += 1;
    return this.#version;
  }
}

function part(odds: Odds[]): StreamFrame {
  const { length: count } = odds;
  return { kind: 'snapshot', data: { odds, count, total: count, offset: 0, has_more: false } };
}
