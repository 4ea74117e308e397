import type { Clock, Timer } from '../../../src/scheduling/clock.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { movingRow } from '../../harness/odds-rows.ts';
import { ModelConnection, ModelUpstream } from '../../harness/servers/model-upstream.ts';

/** Rows that a board may have. */
export const ROWS_MAX = 12;

const CHUNK_SIZE = 4;
const REOPEN_MS = 1_000;

/** Prices that come under the id of an earlier one are of another book. */
const BOOKS = ['draftkings', 'fanduel', 'pinnacle'] as const;

/** The model of upstream, which can be down. */
export class SimulatedUpstream extends ModelUpstream {
  /** Rows that have always been on the board. */
  readonly permanent: Set<string>;
  readonly readers = new Set<SimulatedConnection>();
  isUp = true;

  constructor() {
    super(ROWS_MAX, (i, version, generation) => {
      const sportsbook = BOOKS[(i + generation) % BOOKS.length] ?? '';
      return { ...movingRow(i, version), sportsbook };
    });
    this.permanent = new Set([...this.board.keys()].map(String));
  }

  override withdraw(ids: readonly number[]): void {
    for (const i of ids) this.permanent.delete(String(i));
    super.withdraw(ids);
  }

  /** Ends all connections; while it is down, none is accepted. */
  cut(): void {
    for (const reader of [...this.readers]) reader.cut();
  }
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
  /** Null while upstream does not count it as a stream. */
  #connection: ModelConnection | null = null;
  #isClosed = false;
  #timer: Timer | null = null;

  constructor(options: ConnectionOptions, listener: UpstreamStreamListener) {
    this.#options = options;
    this.#listener = listener;
    this.#openAfter(options.latency());
  }

  get isOpen(): boolean {
    return this.#connection !== null;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  reconnect(): void {
    this.cut();
  }

  cut(): void {
    if (!this.isOpen) return;
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
    this.#connection = new ModelConnection(upstream, CHUNK_SIZE, false, () => this.#pump());
    upstream.readers.add(this);
    onOpen();
    this.#timer = null;
    this.#pump();
  }

  #drop(): void {
    this.#connection?.close();
    this.#connection = null;
    this.#options.upstream.readers.delete(this);
    this.#timer?.cancel();
    this.#timer = null;
  }

  #pump(): void {
    if (this.#timer !== null || this.#connection?.isSilent !== false) return;
    const { clock, latency } = this.#options;
    this.#timer = clock.after(latency(), () => {
      this.#timer = null;
      const frame = this.#connection?.next();
      if (frame !== undefined) this.#listener.onFrame(frame);
      this.#pump();
    });
  }
}
