import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';

/** The texts of documents by their hash. */
export interface PersistedQueryStore {
  get(hash: string): string | undefined;
  set(hash: string, text: string): void;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const KNOWN_BYTES_MAX = HEAP_BYTES / 256;
const OTHERS_BYTES_MAX = HEAP_BYTES / 2048;

/**
 * Documents that clients registered by their hash. Everyone can use all of them, and callers without a
 * known key only evict each other's. Each part evicts the least recently used when it is full.
 */
export class PersistedQueries {
  readonly #known = textsUpTo(KNOWN_BYTES_MAX);
  readonly #others = textsUpTo(OTHERS_BYTES_MAX);

  /** For documents that callers with known keys register. */
  readonly ofAcceptedKeys = this.#storeInto(this.#known);
  /** For documents that all others register. */
  readonly ofOthers = this.#storeInto(this.#others);

  #storeInto(texts: LRUCache<string, string>): PersistedQueryStore {
    return {
      get: (hash) => this.#known.get(hash) ?? this.#others.get(hash),
      set: (hash, text) => void texts.set(hash, text),
    };
  }
}

function textsUpTo(bytes: number): LRUCache<string, string> {
  return new LRUCache({
    maxSize: bytes,
    sizeCalculation: (text, hash) => 2 * (text.length + hash.length),
  });
}
