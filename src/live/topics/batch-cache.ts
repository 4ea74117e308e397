import { LRUCache } from 'lru-cache';

/** Rows in all cached batches: a few whole boards. */
const ROWS_MAX = 250_000;

/**
 * Bounds the batches that topics keep for the next subscriber, over all topics of all accounts. The
 * oldest is evicted first. Subscribers that are reading it go on; for the next one it is made again.
 */
export class BatchCache {
  readonly #batchCache: LRUCache<object, () => void>;
  readonly #rowsMax: number;

  constructor(rowsMax: number = ROWS_MAX) {
    this.#rowsMax = rowsMax;
    this.#batchCache = new LRUCache({ maxSize: rowsMax, dispose: (letGo) => letGo() });
  }

  /** Rows in all cached batches. */
  get size(): number {
    return this.#batchCache.calculatedSize;
  }

  /** Caches a batch until it is deleted or evicted; `letGo` drops it then. */
  add(batchCache: object, rows: number, letGo: () => void): void {
    this.#batchCache.set(batchCache, letGo, { size: Math.min(rows + 1, this.#rowsMax) });
  }

  delete(batchCache: object): void {
    this.#batchCache.delete(batchCache);
  }
}
