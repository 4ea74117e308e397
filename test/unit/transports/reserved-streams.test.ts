import { expect, test } from 'vitest';
import { ANONYMOUS, accountIdentity } from '../../../src/access/identity.ts';
import { Credential } from '../../../src/credential.ts';
import { HttpError } from '../../../src/transports/http-error.ts';
import { ReservedStreams } from '../../../src/transports/sse/reserved-streams.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

test('all known credentials together have at most ten thousand streams', () => {
  const clock = new ManualClock();
  const streams = new ReservedStreams(clock);
  const credentials = Array.from({ length: 11 }, (_, i) => new Credential(`key_${i}`));
  const [first, ...others] = credentials;
  if (first === undefined) throw new Error('There is no credential.');
  for (const credential of others) {
    for (let i = 0; i < 1_000; i += 1) streams.reserve(accountIdentity(credential), true);
  }
  let refusal: unknown;
  try {
    streams.reserve(accountIdentity(first), true);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(HttpError);
  expect(refusal).toMatchObject({
    status: 503,
    errors: [{ extensions: { code: 'STREAM_LIMIT_EXCEEDED' } }],
  });
  streams.close();
  expect(clock.pendingTimers).toBe(0);
  expect(streams.reserve(accountIdentity(first), true).isOpen).toBe(false);
});

test('an open stream does not expire, and its token is invalid once it is closed', () => {
  const clock = new ManualClock();
  const streams = new ReservedStreams(clock);
  const stream = streams.reserve(ANONYMOUS, false);
  stream.open();
  clock.advance(3_600_000);
  expect(streams.find(stream.token, ANONYMOUS)).toBe(stream);
  stream.operations.close('client');
  expect(streams.find(stream.token, ANONYMOUS)).toBeNull();
});

test('a closed stream makes room for another one of its key', () => {
  const streams = new ReservedStreams(new ManualClock());
  const key = new Credential('key');
  for (let i = 0; i < 999; i += 1) streams.reserve(accountIdentity(key), true);
  for (let i = 0; i < 3; i += 1)
    streams.reserve(accountIdentity(key), true).operations.close('client');
  streams.reserve(accountIdentity(key), true);
  expect(() => streams.reserve(accountIdentity(key), true)).toThrow(HttpError);
});
