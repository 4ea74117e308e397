import { LRUCache } from 'lru-cache';

/** The most rows in all cached batches: about three full snapshots. */
const ROWS_MAX = 250_000;

/**
 * Limits the rows in the batches that the topics of all accounts keep for their next subscribers. The batch that
 * was added first is evicted first. Subscribers that are reading it are not affected; for the next subscriber it
 * is computed again.
 */
export class BatchCache {
  /** The cached batches, with their `onDrop`. */
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
    // `lru-cache` refuses items with size 0, and does not keep those above its maximum.
    this.#batches.set(batch, onDrop, { size: Math.min(rows + 1, this.#rowsMax) });
  }

  delete(batch: object): void {
    this.#batches.delete(batch);
  }
}
