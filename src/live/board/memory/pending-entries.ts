import type { Entry } from '../entry-list.ts';

/** From this length on, repeated entries are looked for. */
const LENGTH_MIN = 64;

/** How many different entries are kept at most: twice as many are listed before that is known. */
const LENGTH_MAX = 2_500;

/**
 * Entries that have changed since they were taken last. A list, which takes an eighth of the time of a set if thousands of
 * topics have one; it drops repeated entries each time that it has doubled. Of too many, nothing is kept.
 */
export class PendingEntries<Value> {
  #entries: Entry<Value>[] = [];
  /** The length at which repeated entries are dropped. */
  #limit = LENGTH_MIN;
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
