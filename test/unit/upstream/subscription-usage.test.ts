import { expect, test } from 'vitest';
import { SubscriptionUsage } from '../../../src/upstream/subscription-usage.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const MINUTE_MS = 60_000;

function useUp(usage: SubscriptionUsage): number {
  const before = usage.calls;
  while (!usage.isUsedUp) usage.countRequest();
  return usage.calls - before;
}

test('saves at most two minutes’ worth of unused requests', () => {
  const clock = new ManualClock();
  const usage = new SubscriptionUsage(250, clock);
  useUp(usage);
  clock.advance(60 * MINUTE_MS);
  expect(useUp(usage)).toBe(500);
});
