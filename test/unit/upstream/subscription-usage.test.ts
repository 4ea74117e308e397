import { expect, test } from 'vitest';
import { SubscriptionUsage } from '../../../src/upstream/subscription-usage.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const MINUTE_MS = 60_000;

function spendAll(usage: SubscriptionUsage): number {
  const before = usage.calls;
  while (!usage.isUsedUp) usage.spend();
  return usage.calls - before;
}

test('a subscription may send as much for its snapshot as in a minute, and that again each minute', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(250, clock);
  expect(spendAll(usage)).toBe(500);
  expect(spendAll(usage)).toBe(0);
  clock.advance(MINUTE_MS / 10);
  expect(spendAll(usage)).toBe(25);
  clock.advance(MINUTE_MS);
  expect(spendAll(usage)).toBe(250);
});

test('what a subscription does not use in an hour it has not saved', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(250, clock);
  spendAll(usage);
  clock.advance(60 * MINUTE_MS);
  expect(spendAll(usage)).toBe(500);
});

test('a request too many is refused with the limit, counted, and costs nothing', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(1, clock);
  spendAll(usage);
  expect(() => usage.spend()).toThrow(
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
  expect(() => usage.spend()).not.toThrow();
});
