import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { Clock, Timer } from '../../../src/scheduling/clock.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

/** Rows that a board may have. */
export const ROWS_MAX = 12;

const REOPEN_MS = 1_000;

/** Prices that come under the id of an earlier one are of another book. */
const BOOKS = ['draftkings', 'fanduel', 'pinnacle'] as const;

/** Upstream: a board of prices, and any number of connections that are sent what happens to it. */
export class SimulatedUpstream {
  readonly board = new Map<number, Odds>();
  /** Rows that have always been on the board. */
  readonly permanent = new Set<string>();
  readonly connections = new Set<SimulatedConnection>();
  isUp = true;
  #version = 0;
  /** How often the id of each row was given to another price. */
  readonly #generations = new Map<number, number>();

  constructor() {
    for (let i = 0; i < ROWS_MAX; i += 2) {
      this.board.set(i, this.#row(i));
      this.permanent.add(String(i));
    }
  }

  move(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.has(i));
    if (known.length === 0) return;
    this.#version += 1;
    const version = this.#version;
    for (const i of known) this.board.set(i, this.#row(i, version));
    this.#send(() => {
      const odds = known.map((i) => oddsDelta(i, version));
      const data = { odds, count: odds.length, book: 'draftkings', partial: false };
      return { kind: 'odds:update', data };
    });
  }

  withdraw(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.delete(i)).map(String);
    if (known.length === 0) return;
    for (const id of known) this.permanent.delete(id);
    const data = { ids: known, count: known.length, book: 'draftkings' };
    this.#send(() => ({ kind: 'odds:removed', data }));
  }

  offer(ids: readonly number[]): void {
    const fresh = ids.filter((i) => !this.board.has(i));
    if (fresh.length === 0) return;
    this.#version += 1;
    const version = this.#version;
    for (const i of fresh) this.board.set(i, this.#row(i, version));
    this.#send(() => part(fresh.map((i) => this.#row(i, version))));
  }

  /** Withdraws rows, and gives their ids to prices of other books. */
  replace(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.has(i));
    this.withdraw(known);
    for (const i of known) this.#generations.set(i, (this.#generations.get(i) ?? 0) + 1);
    this.offer(known);
  }

  #row(i: number, version = 0): Odds {
    const generation = i + (this.#generations.get(i) ?? 0);
    return { ...oddsRow(i, version), sportsbook: BOOKS[generation % BOOKS.length] ?? '' };
  }

  /** Ends all connections; while it is down, none is accepted. */
  cut(): void {
    for (const connection of [...this.connections]) connection.cut();
  }

  /** Each connection gets objects of its own. */
  #send(frame: () => StreamFrame): void {
    for (const connection of this.connections) connection.push(frame());
  }
}

function part(odds: Odds[]): StreamFrame {
  const { length: count } = odds;
  return { kind: 'snapshot', data: { odds, count, total: count, offset: 0, has_more: false } };
}

export interface ConnectionOptions {
  readonly upstream: SimulatedUpstream;
  /** The clock of the process that reads. */
  readonly clock: Clock;
  readonly latency: () => number;
  readonly onOpen: () => void;
}

/** One process's stream, which opens again by itself, as `UpstreamStream` does. */
export class SimulatedConnection {
  readonly #options: ConnectionOptions;
  readonly #listener: UpstreamStreamListener;
  #wire: StreamFrame[] = [];
  /** Rows of the snapshot that are still to be read; null once it is complete. */
  #unsent: number[] | null = null;
  #isOpen = false;
  #isClosed = false;
  #timer: Timer | null = null;

  constructor(options: ConnectionOptions, listener: UpstreamStreamListener) {
    this.#options = options;
    this.#listener = listener;
    this.#openAfter(options.latency());
  }

  /** Whether upstream counts it as a stream. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  push(frame: StreamFrame): void {
    this.#wire.push(frame);
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  reconnect(): void {
    this.cut();
  }

  cut(): void {
    if (!this.#isOpen) return;
    this.#drop();
    // The process learns of it by itself, and not while it is paused.
    this.#timer = this.#options.clock.after(this.#options.latency(), () => {
      this.#listener.onDegraded('RECONNECTING', 'The stream ended.', 'UPSTREAM_UNAVAILABLE');
      if (!this.#isClosed) this.#openAfter(REOPEN_MS);
    });
  }

  #openAfter(ms: number): void {
    this.#timer = this.#options.clock.after(ms, () => this.#open());
  }

  #open(): void {
    const { upstream, onOpen } = this.#options;
    if (!upstream.isUp) {
      this.#openAfter(REOPEN_MS);
      return;
    }
    this.#isOpen = true;
    upstream.connections.add(this);
    onOpen();
    const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
    const data = { stream_id: 's', channel: 'odds', filters, reconnected: true };
    this.#wire = [{ kind: 'connected', data }];
    this.#unsent = [...upstream.board.keys()];
    this.#timer = null;
    this.#pump();
  }

  #drop(): void {
    this.#isOpen = false;
    this.#options.upstream.connections.delete(this);
    this.#timer?.cancel();
    this.#timer = null;
    this.#wire = [];
    this.#unsent = null;
  }

  #pump(): void {
    if (this.#timer !== null || !this.#isOpen) return;
    if (this.#wire.length === 0 && this.#unsent === null) return;
    const { clock, latency } = this.#options;
    this.#timer = clock.after(latency(), () => {
      this.#timer = null;
      const frame = this.#next();
      if (frame !== undefined) this.#listener.onFrame(frame);
      this.#pump();
    });
  }

  /** The snapshot is read off the board part by part, with changes sent in between. */
  #next(): StreamFrame | undefined {
    const frame = this.#wire.shift();
    if (frame !== undefined || this.#unsent === null) return frame;
    const { board } = this.#options.upstream;
    const rows = this.#unsent.splice(0, 4).flatMap((i) => board.get(i) ?? []);
    if (rows.length > 0) return part(rows.map((row) => ({ ...row })));
    if (this.#unsent.length > 0) return this.#next();
    this.#unsent = null;
    const data = { status: 'ready', books: [], total_odds: board.size };
    return { kind: 'snapshot:complete', data };
  }
}
