import { expect, test } from 'vitest';
import { OperationRecord } from '../../../src/resolvers/operation-record.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';

test('what a subscription waits for after it is open does not count as a wait of its opening', () => {
  const clock = new ManualClock();
  const source = {
    ...{ requestId: 'one', transport: 'graphql' as const, log: () => SILENT_LOG },
    ...{ tier: () => null, hasCredential: true, isAuthenticated: () => true },
  };
  const record = new OperationRecord(clock, source, clock.monotonic());
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
