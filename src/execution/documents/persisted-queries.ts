import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';

/** The texts of GraphQL documents by their SHA-256 hash. */
export interface PersistedQueryStore {
  get(hash: string): string | undefined;
  set(hash: string, text: string): void;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const ACCEPTED_BYTES_MAX = HEAP_BYTES / 256;
const OTHERS_BYTES_MAX = HEAP_BYTES / 2048;

/**
 * Documents that clients registered by their hash: automatic persisted queries. Everyone can use all of
 * them. What callers register whose API key upstream (the odds service) has not accepted is kept in a part of
 * its own. Each part evicts the least recently used when it is full.
 */
export class PersistedQueries {
  readonly #accepted = textsUpTo(ACCEPTED_BYTES_MAX);
  readonly #others = textsUpTo(OTHERS_BYTES_MAX);

  /** For documents that callers with accepted keys register. */
  readonly ofAcceptedKeys = this.#storeInto(this.#accepted);
  /** For documents that all others register. */
  readonly ofOthers = this.#storeInto(this.#others);

  #storeInto(texts: LRUCache<string, string>): PersistedQueryStore {
    return {
      get: (hash) => this.#accepted.get(hash) ?? this.#others.get(hash),
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
