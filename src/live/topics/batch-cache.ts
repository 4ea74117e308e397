import { LRUCache } from 'lru-cache';

/** Rows in all chunks that are batchCache: a few whole boards. */
const ROWS_MAX = 250_000;

/**
 * The bound of what topics keep for those who come next, over all topics of all accounts: beyond it
 * the oldest is let go. Who has it still reads it, and for the next it is made anew.
 */
export class BatchCache {
  readonly #batchCache: LRUCache<object, () => void>;
  readonly #rowsMax: number;

  constructor(rowsMax: number = ROWS_MAX) {
    this.#rowsMax = rowsMax;
    this.#batchCache = new LRUCache({ maxSize: rowsMax, dispose: (letGo) => letGo() });
  }

  /** Rows in all that is batchCache. */
  get size(): number {
    return this.#batchCache.calculatedSize;
  }

  /** Counts something batchCache, which `letGo` drops, until it is deleted or there is too much. */
  add(batchCache: object, rows: number, letGo: () => void): void {
    this.#batchCache.set(batchCache, letGo, { size: Math.min(rows + 1, this.#rowsMax) });
  }

  delete(batchCache: object): void {
    this.#batchCache.delete(batchCache);
  }
}
