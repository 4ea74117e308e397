import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { cachedResponseOf } from '../../../src/execution/encoding/cached-response.ts';
import { ResponseCache } from '../../../src/execution/response-cache.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { stopRealTime } from '../../harness/node/fake-time.ts';

const pass = stopRealTime();

/** Stores a response that is fresh for two seconds. */
function stored(cache: ResponseCache) {
  const usage = new Usage();
  const now = systemClock.monotonic();
  usage.recordRead(now + 2_000, usage.accountStatus);
  return cache.store('key', { data: { a: 1 } }, null, { usage, hints: null }, now);
}

test('a response is used while it is fresh, and takes no memory a minute later', () => {
  const cache = new ResponseCache();
  stored(cache);
  expect(cache.get('key', systemClock.monotonic())).not.toBeNull();
  pass(2_500);
  expect(cache.get('key', systemClock.monotonic())).toBeNull();
  expect(cache.has('key')).toBe(true);
  expect(cache.size).toBeGreaterThan(0);
  pass(60_000);
  expect(cache.has('key')).toBe(false);
  expect(cache.size).toBe(0);
});

test('a response that was compressed takes no memory after the same time', async () => {
  const cache = new ResponseCache();
  const result = stored(cache);
  const plain = cache.size;
  pass(1_000);
  await cachedResponseOf(result)?.compressed('gzip');
  expect(cache.size).toBeGreaterThan(plain);
  pass(61_500);
  expect(cache.size).toBe(0);
});
