import { LRUCache } from 'lru-cache';

/** Rows in all frames that are kept: a few whole boards. */
const ROWS_MAX = 250_000;

/**
 * The bound of what lanes keep for those who come next, over all lanes of all accounts: beyond it
 * the oldest is let go. Who has it still reads it, and for the next it is made anew.
 */
export class KeptFrames {
  readonly #kept: LRUCache<object, () => void>;
  readonly #rowsMax: number;

  constructor(rowsMax: number = ROWS_MAX) {
    this.#rowsMax = rowsMax;
    this.#kept = new LRUCache({ maxSize: rowsMax, dispose: (letGo) => letGo() });
  }

  /** Rows in all that is kept. */
  get size(): number {
    return this.#kept.calculatedSize;
  }

  /** Counts something kept, which `letGo` drops, until it is deleted or there is too much. */
  add(kept: object, rows: number, letGo: () => void): void {
    this.#kept.set(kept, letGo, { size: Math.min(rows + 1, this.#rowsMax) });
  }

  delete(kept: object): void {
    this.#kept.delete(kept);
  }
}
