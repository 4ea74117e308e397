import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { asError } from '../errors.ts';

export interface KeyedBatch<V> {
  /** How many keys one request may name, asked once for each batch; without it, any number. */
  readonly chunkSize?: () => number | Promise<number>;
  /** Loads one chunk. A key may come back with a value, with an error of its own, or not at all. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V | Error>>;
  /** What a key that did not come back stands for. */
  readonly missing: V;
}

/** Chunks of one batch that are under way side by side. */
const CHUNKS_AT_ONCE = 8;

/**
 * A loader that cuts its keys into chunks, loads these side by side, and realigns what comes back
 * by key and never by order. A chunk that fails fails its own keys alone.
 */
export function keyedBatchLoader<V>(batch: KeyedBatch<V>): DataLoader<string, V> {
  return new DataLoader<string, V>(async (keys) => {
    const size = (await batch.chunkSize?.()) ?? keys.length;
    const atOnce = pLimit(CHUNKS_AT_ONCE);
    const outcomes = new Map<string, V | Error>();
    await Promise.all(
      chunksOf(keys, size).map((chunk) =>
        atOnce(async () => {
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

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
