import type { Clock, Timer } from '../scheduling/clock.ts';
import type { HistoryStore } from './history-store.ts';
import { NewerSchemaError } from './store/schema-version.ts';
import { type OpenStore, openStore } from './worker/open-store.ts';

/** How often a store that can't be opened is tried again. */
const REOPEN_MS = 5_000;

/** A store that may not be there yet, or no longer: it is opened again until it is. */
export class StoreConnection {
  readonly #url: string;
  readonly #clock: Clock;
  #store: OpenStore | null = null;
  #problem: Error = new Error('The database of prices over time is not open yet.');
  #timer: Timer | null = null;
  #opened: Promise<void>;
  #isClosed = false;

  /** Begins to open the store. */
  constructor(url: string, clock: Clock) {
    this.#url = url;
    this.#clock = clock;
    this.#opened = this.#open();
  }

  /** Resolves once it is open, or can't be opened now. Rejects with `NewerSchemaError`, which waiting won't mend. */
  async opened(): Promise<void> {
    await this.#opened;
    if (this.#store === null && this.#problem instanceof NewerSchemaError) throw this.#problem;
  }

  /** The store. Throws if it is not open. */
  get store(): HistoryStore {
    if (this.#store?.hasEnded) this.#lose();
    if (this.#store === null) throw this.#problem;
    return this.#store;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#opened;
    await this.#store?.close();
  }

  async #open(): Promise<void> {
    try {
      this.#store = await openStore(this.#url);
    } catch (error) {
      this.#problem = error as Error;
      this.#openLater();
    }
  }

  /** A thread of the store has ended. */
  #lose(): void {
    void this.#store?.close();
    this.#store = null;
    this.#problem = new Error('The database of prices over time has been lost.');
    this.#openLater();
  }

  #openLater(): void {
    if (this.#isClosed) return;
    this.#timer = this.#clock.after(REOPEN_MS, () => {
      this.#opened = this.#open();
    });
  }
}
