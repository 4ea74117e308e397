import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LogReader, UNREACHABLE_MS } from '../../src/live/relay/replica/log-reader.ts';
import { ManualClock } from '../harness/manual-clock.ts';

test('Redis is unreachable after two seconds of refused reads, for the reason that it gives', async () => {
  const clock = new ManualClock();
  const refusal = new Error('NOPERM this user has no permissions to run the command');
  const store = { read: () => Promise.reject(refusal), interruptRead() {} };
  const reports: unknown[] = [];
  const reader = new LogReader(store, clock, (...report) => reports.push(report));
  await turn();
  clock.advance(UNREACHABLE_MS - 1);
  expect(reports).toEqual([]);
  clock.advance(1);
  expect(reports).toEqual([[false, refusal]]);
  reader.close();
});
