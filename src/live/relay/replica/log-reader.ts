import type { Clock, Timer } from '../../../scheduling/clock.ts';
import type { LogEntry } from '../step.ts';
import type { RelayStore } from '../store/relay-store.ts';

/** Receives the new entries of the log of one board. */
export interface LogListener {
  /** Entries in order. Earlier ones may be missing if the log was trimmed. */
  onEntries(entries: readonly LogEntry[]): void;
  /** Redis has stopped answering reads, or answers again. */
  onReachable(isReachable: boolean): void;
}

/** How long a blocking read waits for entries. Even an empty response shows that Redis is reachable. */
const BLOCK_MS = 1_000;

/** Redis counts as unreachable after this long without a response. */
export const UNREACHABLE_MS = 2_000;

/** The last part of that time has its own timer: a process that was too busy to read a response reads it before that. */
const LAST_MS = 50;

/** The delay before a failed read is retried. */
const RETRY_MS = 100;

interface FollowedLog {
  /** The id of the last entry that was read. */
  after: string;
  readonly listener: LogListener;
}

/**
 * Reads the logs of all boards that this replica follows, with one blocking XREAD at a time. It also reads
 * while it follows no board, to detect whether Redis is reachable.
 */
export class LogReader {
  readonly #store: Pick<RelayStore, 'read' | 'interruptRead'>;
  readonly #clock: Clock;
  readonly #onReachable: (isReachable: boolean, error: unknown) => void;
  /** By the name of the board. */
  readonly #followed = new Map<string, FollowedLog>();
  #isReachable = true;
  /** Why the last read failed; null if it did not. */
  #error: unknown = null;
  /** Runs while a response is awaited. When it fires, Redis counts as unreachable. */
  #responseTimer: Timer | null = null;
  #isClosed = false;

  /**
   * Starts reading once `attempted` is resolved: before the first attempt to connect has ended, nothing tells why Redis
   * doesn't answer. `onReachable` is called when Redis has stopped answering reads, with the last read's error if it had
   * one, or answers again.
   */
  constructor(
    store: Pick<RelayStore, 'read' | 'interruptRead'>,
    clock: Clock,
    onReachable: (isReachable: boolean, error: unknown) => void = () => {},
    attempted: Promise<unknown> = Promise.resolve(),
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#onReachable = onReachable;
    void attempted.then(() => this.#read());
  }

  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Passes a board's entries after the id `after` to its only listener, until `unfollow`. */
  follow(board: string, after: string, listener: LogListener): void {
    this.#followed.set(board, { after, listener });
    this.#store.interruptRead();
  }

  unfollow(board: string): void {
    this.#followed.delete(board);
  }

  /** Stops reading. */
  close(): void {
    this.#isClosed = true;
    this.#followed.clear();
    this.#responseTimer?.cancel();
    this.#store.interruptRead();
  }

  async #read(): Promise<void> {
    while (!this.#isClosed) {
      this.#startResponseTimer();
      const requested = new Map(this.#followed);
      const after = new Map(Array.from(requested, ([board, { after }]) => [board, after]));
      const response = await this.#store.read(after, BLOCK_MS).catch((error: unknown) => {
        this.#error = error;
        return null;
      });
      if (this.#isClosed) return;
      if (response !== null) this.#dispatch(requested, response);
      else await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve));
    }
  }

  #dispatch(
    requested: ReadonlyMap<string, FollowedLog>,
    response: ReadonlyMap<string, readonly LogEntry[]>,
  ): void {
    this.#responseTimer?.cancel();
    this.#responseTimer = null;
    this.#error = null;
    for (const [board, entries] of response) {
      const followed = this.#followed.get(board);
      const last = entries.at(-1);
      // During the read, the log may have been unfollowed, or followed again from another entry.
      if (followed === undefined || followed !== requested.get(board) || last === undefined)
        continue;
      followed.after = last.id;
      followed.listener.onEntries(entries);
    }
    this.#setReachable(true);
  }

  #startResponseTimer(): void {
    this.#responseTimer ??= this.#clock.after(UNREACHABLE_MS - LAST_MS, () => {
      this.#responseTimer = this.#clock.after(LAST_MS, () => this.#setReachable(false));
    });
  }

  #setReachable(isReachable: boolean): void {
    if (this.#isReachable === isReachable) return;
    this.#isReachable = isReachable;
    this.#onReachable(isReachable, this.#error);
    for (const { listener } of [...this.#followed.values()]) listener.onReachable(isReachable);
  }
}
