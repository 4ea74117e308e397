import type { Clock, Timer } from '../../../clock.ts';
import type { LogEntry, RelayStore } from '../store/relay-store.ts';

/** Receives the entries of one board's log. */
export interface LogListener {
  /** Entries in order. There may be a gap before them if the log was trimmed. */
  onEntries(entries: readonly LogEntry[]): void;
  /** Redis no longer answers reads, or answers again. */
  onReachable(isReachable: boolean): void;
}

/** How long a read waits for entries. Even an empty response shows that Redis is reachable. */
export const BLOCK_MS = 1_000;

/** Redis counts as unreachable after this long without a response. */
export const UNREACHABLE_MS = 2_000;

/** The delay before a failed read is retried. */
const RETRY_MS = 100;

interface Followed {
  after: string;
  readonly listener: LogListener;
}

/**
 * Reads the logs of all boards of this process with one blocking read at a time. It also reads while
 * there is no board, to detect whether Redis is reachable.
 */
export class LogReader {
  readonly #store: Pick<RelayStore, 'read' | 'interruptRead'>;
  readonly #clock: Clock;
  readonly #onReachable: (isReachable: boolean) => void;
  readonly #followed = new Map<string, Followed>();
  #isReachable = true;
  #silence: Timer | null = null;
  #isClosed = false;

  /** `onReachable` is called in addition to the listeners, even if there are none. */
  constructor(
    store: Pick<RelayStore, 'read' | 'interruptRead'>,
    clock: Clock,
    onReachable: (isReachable: boolean) => void = () => {},
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#onReachable = onReachable;
    void this.#read();
  }

  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Follows a log from the entry after `after`, until `unfollow`. One listener per board. */
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
    this.#silence?.cancel();
    this.#store.interruptRead();
  }

  async #read(): Promise<void> {
    while (!this.#isClosed) {
      this.#watchSilence();
      const asked = new Map(this.#followed);
      const after = new Map(Array.from(asked, ([board, { after }]) => [board, after]));
      const answer = await this.#store.read(after, BLOCK_MS).catch(() => null);
      if (this.#isClosed) return;
      if (answer !== null) this.#dispatch(asked, answer);
      else await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve));
    }
  }

  #dispatch(
    asked: ReadonlyMap<string, Followed>,
    answer: ReadonlyMap<string, readonly LogEntry[]>,
  ): void {
    this.#silence?.cancel();
    this.#silence = null;
    for (const [board, entries] of answer) {
      const followed = this.#followed.get(board);
      const last = entries.at(-1);
      // It may have been unfollowed, or followed from another entry, during the read.
      if (followed === undefined || followed !== asked.get(board) || last === undefined) continue;
      followed.after = last.id;
      followed.listener.onEntries(entries);
    }
    this.#setReachable(true);
  }

  #watchSilence(): void {
    this.#silence ??= this.#clock.after(UNREACHABLE_MS, () => this.#setReachable(false));
  }

  #setReachable(isReachable: boolean): void {
    if (this.#isReachable === isReachable) return;
    this.#isReachable = isReachable;
    this.#onReachable(isReachable);
    for (const { listener } of [...this.#followed.values()]) listener.onReachable(isReachable);
  }
}
