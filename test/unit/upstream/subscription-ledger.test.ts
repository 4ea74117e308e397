import { expect, test } from 'vitest';
import { SubscriptionLedger } from '../../../src/upstream/subscription-ledger.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const MINUTE_MS = 60_000;

function spendAll(ledger: SubscriptionLedger): number {
  const before = ledger.calls;
  while (!ledger.isUsedUp) ledger.spend();
  return ledger.calls - before;
}

test('a subscription may send as much for its snapshot as in a minute, and that again each minute', () => {
  const clock = new ManualClock();
  const ledger = new SubscriptionLedger(250, clock);
  expect(spendAll(ledger)).toBe(500);
  expect(spendAll(ledger)).toBe(0);
  clock.advance(MINUTE_MS / 10);
  expect(spendAll(ledger)).toBe(25);
  clock.advance(MINUTE_MS);
  expect(spendAll(ledger)).toBe(250);
});

test('what a subscription does not use in an hour it has not saved', () => {
  const clock = new ManualClock();
  const ledger = new SubscriptionLedger(250, clock);
  spendAll(ledger);
  clock.advance(60 * MINUTE_MS);
  expect(spendAll(ledger)).toBe(500);
});

test('a request too many is refused with the limit, counted, and costs nothing', () => {
  const clock = new ManualClock();
  const ledger = new SubscriptionLedger(1, clock);
  spendAll(ledger);
  expect(() => ledger.spend()).toThrow(
    expect.objectContaining({
      extensions: {
        code: 'QUERY_TOO_COMPLEX',
        measure: 'upstreamRequestsPerMinute',
        limit: 1,
        asked: 2,
      },
    }),
  );
  expect([ledger.refused, ledger.calls]).toEqual([1, 2]);
  clock.advance(MINUTE_MS);
  expect(() => ledger.spend()).not.toThrow();
});
