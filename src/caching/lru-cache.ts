import { LRUCache } from 'lru-cache';
import type { Clock } from '../scheduling/clock.ts';

/**
 * A cache of at most `entriesMax` entries, by text. With `lasting`, an entry expires that long after it was set. LRUCache's
 * own `max` would reserve memory for all entries at once: 0.4 MB and a millisecond for 10,000.
 */
export function lruCache<Value extends NonNullable<unknown>>(
  entriesMax: number,
  lasting?: { readonly ms: number; readonly clock: Clock },
): LRUCache<string, Value> {
  const limits = { maxSize: entriesMax, sizeCalculation: () => 1 };
  if (lasting === undefined) return new LRUCache(limits);
  // LRUCache takes a start of 0 for none: such an entry would last for ever.
  const perf = { now: () => lasting.clock.monotonic() + 1 };
  return new LRUCache({ ...limits, ttl: lasting.ms, ttlResolution: 0, perf });
}
