import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { SharedResponses, type UpstreamResponse } from '../../../src/upstream/shared-responses.ts';

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

function answer(text: string, freshForMs: number): UpstreamResponse {
  const accountStatus = { rateLimit: null, dataDelaySeconds: null };
  const expiresAt = systemClock.monotonic() + freshForMs;
  return { text, value: new WeakRef({}), parsing: null, expiresAt, accountStatus };
}

test('a response takes no memory when it is no longer fresh, although nobody asks for it again', async () => {
  const responses = new SharedResponses(systemClock);
  await responses.get('a', new Usage(), 1_000, async () => answer('{"a":1}', 1_000));
  await responses.get('b', new Usage(), 5_000, async () => answer('{"b":22}', 5_000));
  expect(responses.size).toBe(15);
  advance(1_500);
  expect(responses.size).toBe(8);
  advance(4_000);
  expect(responses.size).toBe(0);
});

test('a response that another replica has read earlier stays only for the rest of its time', async () => {
  const responses = new SharedResponses(systemClock);
  const usage = new Usage();
  const ask = () => responses.get('a', usage, 1_000, async () => answer('{"a":1}', 200));
  await ask();
  advance(150);
  await ask();
  expect(usage.cached).toBe(1);
  advance(100);
  await ask();
  expect(usage.cached).toBe(1);
});
