import { expect, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { ANONYMOUS, accountIdentity } from '../../../src/access/identity.ts';
import { EventStreams } from '../../../src/transports/sse/event-streams.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const clock = new ManualClock();

function newStreams(): EventStreams {
  return new EventStreams({ clock, onClose: () => {} });
}

/** Reserves so many streams with a key that upstream accepts. */
function reserve(streams: EventStreams, key: string, count = 1) {
  const identity = accountIdentity(new Credential(key));
  return Array.from({ length: count }, () => streams.reserve(identity, true));
}

const refusal = (status: number) =>
  expect.objectContaining({
    status,
    errors: [expect.objectContaining({ extensions: { code: 'STREAM_LIMIT_EXCEEDED' } })],
  });

test('all known credentials together have at most ten thousand streams', () => {
  const streams = newStreams();
  for (let i = 1; i <= 10; i += 1) reserve(streams, `key_${i}`, 1_000);
  expect(() => reserve(streams, 'another')).toThrow(refusal(503));
  streams.close();
  expect(clock.pendingTimers).toBe(0);
  reserve(streams, 'another');
});

test('an open stream does not expire, and its token is invalid once it is closed', () => {
  const streams = newStreams();
  const stream = streams.reserve(ANONYMOUS, false);
  stream.open(ANONYMOUS);
  clock.advance(3_600_000);
  expect(streams.find(stream.token, ANONYMOUS)).toBe(stream);
  stream.close('client');
  expect(streams.find(stream.token, ANONYMOUS)).toBeNull();
});

test('a closed stream makes room for another one of its key', () => {
  const streams = newStreams();
  reserve(streams, 'key', 999);
  for (let i = 0; i < 3; i += 1) reserve(streams, 'key')[0]?.close('client');
  reserve(streams, 'key');
  expect(() => reserve(streams, 'key')).toThrow(refusal(429));
});
