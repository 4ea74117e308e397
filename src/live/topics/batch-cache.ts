import { LRUCache } from 'lru-cache';

/** Rows in all cached batches: a few complete boards. */
const ROWS_MAX = 250_000;

/**
 * Bounds the batches that topics keep for the next subscriber, over all topics of all accounts. The
 * least recently added batch is evicted first. Subscribers that are reading it go on; it is
 * recomputed for the next one.
 */
export class BatchCache {
  readonly #batches: LRUCache<object, () => void>;
  readonly #rowsMax: number;

  constructor(rowsMax: number = ROWS_MAX) {
    this.#rowsMax = rowsMax;
    this.#batches = new LRUCache({ maxSize: rowsMax, dispose: (onDrop) => onDrop() });
  }

  /** Rows in all cached batches. */
  get size(): number {
    return this.#batches.calculatedSize;
  }

  /** Caches a batch until it is deleted or evicted, when `onDrop` is called. */
  add(batch: object, rows: number, onDrop: () => void): void {
    this.#batches.set(batch, onDrop, { size: Math.min(rows + 1, this.#rowsMax) });
  }

  delete(batch: object): void {
    this.#batches.delete(batch);
  }
}
