import { LRUCache } from 'lru-cache';
import type { Batch } from './batch.ts';

/** The most rows in all cached batches: about three full snapshots. */
const ROWS_MAX = 250_000;

/** The batches that topics keep for their next subscribers, each with what is called when it is deleted or evicted. */
export type BatchCache = LRUCache<Batch<unknown>, () => void>;

/**
 * Limits the rows in the batches that the topics of all accounts keep. The batch that was added first is evicted first.
 * Subscribers that are reading it are not affected; for the next subscriber it is computed again.
 */
export function newBatchCache(rowsMax: number = ROWS_MAX): BatchCache {
  return new LRUCache({
    maxSize: rowsMax,
    // Items with size 0 are refused, and those above the maximum not kept.
    sizeCalculation: (_, { rows }) => Math.min(rows + 1, rowsMax),
    dispose: (onDrop) => onDrop(),
  });
}
