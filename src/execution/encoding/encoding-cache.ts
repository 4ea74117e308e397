import { LRUCache } from 'lru-cache';
import type { Chunk } from '../../live/topics/batch.ts';

/** What is put on a wire, in one part or in several. */
export type Encoded = Buffer | readonly (Buffer | string)[];

/** An encoding of a chunk. It does not keep the chunk: who reads it does. */
interface Held {
  readonly chunk: WeakRef<Chunk<unknown>>;
  readonly key: string;
}

const BYTES_MAX = 128 * 2 ** 20;

/** What it takes to hold anything, about. */
const OVERHEAD_BYTES = 512;

/**
 * The bound of what is encoded for all who ask the same, over all chunks: a chunk lives as long as its
 * slowest reader, and each document has an encoding of its own. Beyond it the oldest is let go of, and
 * made anew for who still asks.
 */
export class EncodingCache {
  readonly #held: LRUCache<Held, number>;
  readonly #bytesMax: number;

  constructor(bytesMax: number = BYTES_MAX) {
    this.#bytesMax = bytesMax;
    this.#held = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (bytes) => bytes,
      dispose: (_bytes, { chunk, key }) => chunk.deref()?.encodings.delete(key),
    });
  }

  /** Has a chunk hold an encoding, for as long as there is room. */
  add(chunk: Chunk<unknown>, key: string, encoded: Encoded): void {
    chunk.encodings.set(key, encoded);
    const bytes = Math.min(OVERHEAD_BYTES + lengthOf(encoded), this.#bytesMax);
    this.#held.set({ chunk: new WeakRef(chunk), key }, bytes);
  }
}

function lengthOf(encoded: Encoded): number {
  if ('buffer' in encoded) return encoded.length;
  return encoded.reduce((sum, part) => sum + part.length, 0);
}
