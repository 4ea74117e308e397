import { LRUCache } from 'lru-cache';
import type { Chunk } from '../../live/topics/batch.ts';
import type { BodyPart } from './encoded-data.ts';

/** Bytes to be sent, in one part or in several. */
export type Encoded = Buffer | readonly BodyPart[];

/** An encoding of a chunk of events. The cache does not keep the chunk itself alive. */
interface CachedEncoding {
  readonly chunk: WeakRef<Chunk<unknown>>;
  /** Its key in `encodings` of the chunk. */
  readonly key: string;
}

const BYTES_MAX = 128 * 2 ** 20;

/** Memory of an entry besides its bytes, roughly. */
const OVERHEAD_BYTES = 512;

/**
 * Bounds the memory of the encodings that subscribers share. A chunk stays in memory at least until its slowest
 * subscriber has read it, and has an encoding for each document. Beyond the bound the oldest encoding is evicted, and
 * made again if a subscriber still needs it. When a chunk is garbage-collected, so are its encodings.
 */
export class EncodingCache {
  readonly #encodings: LRUCache<CachedEncoding, number>;
  readonly #bytesMax: number;
  readonly #collected = new FinalizationRegistry<CachedEncoding>((entry) => {
    this.#encodings.delete(entry);
  });

  constructor(bytesMax: number = BYTES_MAX) {
    this.#bytesMax = bytesMax;
    this.#encodings = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (bytes) => bytes,
      dispose: (_bytes, { chunk, key }) => chunk.deref()?.encodings.delete(key),
    });
  }

  /** Stores an encoding on its chunk until it is evicted. */
  add(chunk: Chunk<unknown>, key: string, encoded: Encoded): void {
    chunk.encodings.set(key, encoded);
    // At most all there is: `LRUCache` takes nothing larger, so nothing would ever evict it.
    const bytes = Math.min(OVERHEAD_BYTES + lengthOf(encoded), this.#bytesMax);
    const entry = { chunk: new WeakRef(chunk), key };
    this.#encodings.set(entry, bytes);
    this.#collected.register(chunk, entry);
  }
}

function lengthOf(encoded: Encoded): number {
  if (Buffer.isBuffer(encoded)) return encoded.length;
  return encoded.reduce((sum, part) => sum + part.length, 0);
}
