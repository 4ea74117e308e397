import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { ResponseCache } from '../../../src/execution/response-cache.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';

let elapsed = 1;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Timers fire once their time has passed. */
function advance(ms: number): void {
  elapsed += ms;
  vi.advanceTimersByTime(ms);
}

test('a response is used while it is fresh, and takes no memory a minute later', () => {
  const cache = new ResponseCache();
  const usage = new Usage();
  const now = systemClock.monotonic();
  usage.recordRead(now + 2_000, usage.accountStatus);
  cache.store('key', { data: { a: 1 } }, null, { usage, hints: null }, now);
  expect(cache.get('key', systemClock.monotonic())).not.toBeNull();
  advance(2_500);
  expect(cache.get('key', systemClock.monotonic())).toBeNull();
  expect(cache.has('key')).toBe(true);
  expect(cache.size).toBeGreaterThan(0);
  advance(60_000);
  expect(cache.has('key')).toBe(false);
  expect(cache.size).toBe(0);
});
