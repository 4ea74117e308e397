import { LRUCache } from 'lru-cache';

/**
 * A cache of at most so many entries, each under a text. Its `max` would reserve memory for all of them at once: 0.4 MB and
 * a millisecond for 10,000.
 */
export function lruCache<Value extends NonNullable<unknown>>(
  entriesMax: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1 });
}
