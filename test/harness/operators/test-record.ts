import { OperationRecord } from '../../../src/resolvers/operation-record.ts';
import { ManualClock } from '../manual-clock.ts';
import { SILENT_LOG } from '../silent-log.ts';

/** The record of an operation that is not part of a request. */
export function testRecord(clock = new ManualClock()): OperationRecord {
  const source = {
    requestId: 'request',
    transport: 'graphql',
    log: () => SILENT_LOG,
    tier: () => null,
    hasCredential: true,
    isAuthenticated: () => true,
  } as const;
  return new OperationRecord(clock, source, clock.monotonic());
}
