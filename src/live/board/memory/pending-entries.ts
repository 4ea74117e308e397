import type { Entry } from '../entry-list.ts';

/** From this length on, repeated entries are looked for. */
const LENGTH_MIN = 64;

/** The most different entries that are kept. The list may be twice as long before it is known how many of it differ. */
const LENGTH_MAX = 2_500;

/**
 * Entries that have changed since they were taken last. They are in a list, because adding to a set takes eight times as
 * long if thousands of topics have one. The list drops repeated entries each time that it has doubled. If there are too many,
 * none is kept.
 */
export class PendingEntries<Value> {
  #entries: Entry<Value>[] = [];
  /** The length at which repeated entries are dropped. */
  #limit = LENGTH_MIN;
  /** False once there were too many. */
  #isWhole = true;

  get isEmpty(): boolean {
    return this.#isWhole && this.#entries.length === 0;
  }

  add(entry: Entry<Value>): void {
    if (!this.#isWhole) return;
    this.#entries.push(entry);
    if (this.#entries.length < this.#limit) return;
    this.#entries = [...new Set(this.#entries)];
    this.#isWhole = this.#entries.length <= LENGTH_MAX;
    if (!this.#isWhole) this.#entries = [];
    this.#limit = Math.max(LENGTH_MIN, 2 * this.#entries.length);
  }

  /** The entries in the order of their first changes, each once, and none from then on. Null if there were too many. */
  take(): Iterable<Entry<Value>> | null {
    const taken = this.#isWhole ? new Set(this.#entries) : null;
    this.#entries = [];
    this.#limit = LENGTH_MIN;
    this.#isWhole = true;
    return taken;
  }
}
