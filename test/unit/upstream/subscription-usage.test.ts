import { expect, test } from 'vitest';
import { SubscriptionUsage } from '../../../src/upstream/subscription-usage.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const MINUTE_MS = 60_000;

function useUp(usage: SubscriptionUsage): number {
  const before = usage.calls;
  while (!usage.isUsedUp) usage.countRequest();
  return usage.calls - before;
}

test('allows two minutes’ worth of requests at first, and then the limit each minute', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(250, clock);
  expect(useUp(usage)).toBe(500);
  expect(useUp(usage)).toBe(0);
  clock.advance(MINUTE_MS / 10);
  expect(useUp(usage)).toBe(25);
  clock.advance(MINUTE_MS);
  expect(useUp(usage)).toBe(250);
});

test('saves at most two minutes’ worth of unused requests', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(250, clock);
  useUp(usage);
  clock.advance(60 * MINUTE_MS);
  expect(useUp(usage)).toBe(500);
});

test('refuses a request over the limit, names the limit and counts the refusal', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(1, clock);
  useUp(usage);
  expect(() => usage.countRequest()).toThrow(
    expect.objectContaining({
      extensions: {
        code: 'QUERY_TOO_COMPLEX',
        measure: 'upstreamRequestsPerMinute',
        limit: 1,
        asked: 2,
      },
    }),
  );
  expect([usage.refused, usage.calls]).toEqual([1, 2]);
  clock.advance(MINUTE_MS);
  expect(() => usage.countRequest()).not.toThrow();
});
