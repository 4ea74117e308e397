import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const ACCEPTED_BYTES_MAX = HEAP_BYTES / 256;
const OTHERS_BYTES_MAX = HEAP_BYTES / 2048;

/**
 * Documents that clients registered by their SHA-256 hash (APQ). Everyone can use all of them. What callers register
 * whose API key upstream has not accepted is kept in a part of its own. Each part evicts the least recently used when
 * it is full; clients register a document again when its hash is unknown.
 */
export class PersistedQueries {
  readonly #accepted = textsUpTo(ACCEPTED_BYTES_MAX);
  readonly #others = textsUpTo(OTHERS_BYTES_MAX);

  get(hash: string): string | undefined {
    return this.#accepted.get(hash) ?? this.#others.get(hash);
  }

  /** `isAccepted`: whether upstream has accepted the caller's key. */
  set(hash: string, text: string, isAccepted: boolean): void {
    (isAccepted ? this.#accepted : this.#others).set(hash, text);
  }
}

function textsUpTo(bytes: number): LRUCache<string, string> {
  return new LRUCache({
    maxSize: bytes,
    sizeCalculation: (text, hash) => 2 * (text.length + hash.length),
  });
}
