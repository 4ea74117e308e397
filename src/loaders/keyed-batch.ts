import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { chunksOf } from '../contract/lists/chunks.ts';
import { asError } from '../errors/errors.ts';

export interface KeyedBatch<V> {
  /** The number of keys in one request, read once for each batch; unbounded by default. */
  readonly chunkSize?: () => number | Promise<number>;
  /** Loads one chunk. A key can have a value, an error of its own, or be absent. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V | Error>>;
  /** The value of a key that is absent. */
  readonly missing: V;
}

/** Chunks of one batch that are loaded concurrently. */
const CONCURRENCY = 8;

/**
 * A loader that splits its keys into chunks, loads these concurrently, and aligns the results by key,
 * never by order. A chunk that fails only fails its own keys.
 */
export function keyedBatchLoader<V>(batch: KeyedBatch<V>): DataLoader<string, V> {
  return new DataLoader<string, V>(async (keys) => {
    const size = (await batch.chunkSize?.()) ?? keys.length;
    const limit = pLimit(CONCURRENCY);
    const outcomes = new Map<string, V | Error>();
    await Promise.all(
      chunksOf(keys, size).map((chunk) =>
        limit(async () => {
          try {
            for (const [key, outcome] of await batch.load(chunk)) outcomes.set(key, outcome);
          } catch (error) {
            for (const key of chunk) outcomes.set(key, asError(error));
          }
        }),
      ),
    );
    return keys.map((key) => outcomes.get(key) ?? batch.missing);
  });
}
