import { LRUCache } from 'lru-cache';
import type { Clock } from '../scheduling/clock.ts';

/**
 * A cache of at most so many entries, each under a text, which `lasting` drops so long after they were set. Its `max` would
 * reserve memory for all of them at once: 0.4 MB and a millisecond for 10,000.
 */
export function lruCache<Value extends NonNullable<unknown>>(
  entriesMax: number,
  lasting?: { readonly ms: number; readonly clock: Clock },
): LRUCache<string, Value> {
  const limits = { maxSize: entriesMax, sizeCalculation: () => 1 };
  if (lasting === undefined) return new LRUCache(limits);
  const perf = { now: () => lasting.clock.monotonic() };
  return new LRUCache({ ...limits, ttl: lasting.ms, ttlResolution: 0, perf });
}
