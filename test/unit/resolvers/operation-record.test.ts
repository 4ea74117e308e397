import { expect, test } from 'vitest';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { testRecord } from '../../harness/operators/test-record.ts';

test('what a subscription waits for after it is open does not count as a wait of its opening', () => {
  const clock = new ManualClock();
  const record = testRecord(clock);
  const opening = new Usage();
  record.trackUsage(opening);
  opening.waiting.begin(clock);
  clock.advance(300);
  expect(record.upstreamMs).toBe(300);
  opening.waiting.end(clock);
  record.answered();
  const events = new Usage();
  record.trackUsage(events);
  events.waiting.begin(clock);
  clock.advance(5_000);
  expect([record.durationMs, record.upstreamMs]).toEqual([300, 300]);
});
