import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { ANONYMOUS, accountIdentity } from '../../../src/access/identity.ts';
import { GraphRequest } from '../../../src/transports/arrival/graph-request.ts';
import { ByteLedger } from '../../../src/transports/response/byte-ledger.ts';
import { EventStreams } from '../../../src/transports/sse/event-streams.ts';
import { StreamKeys } from '../../../src/transports/sse/replicas/stream-keys.ts';
import { isReserved, isTokenOf, newToken } from '../../../src/transports/sse/stream-token.ts';
import type { TransportOptions } from '../../../src/transports/transport.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

/** Upstream accepts every key but `unknown`, once it is asked. */
function newStreams(peers: object | null = null, clock = new ManualClock()): EventStreams {
  const accepted = new Set<string>();
  const services = {
    clock,
    tiers: {
      async tierOf({ hash }: Credential) {
        if (hash === new Credential('unknown').hash) throw new Error('It is refused.');
        accepted.add(hash);
      },
    },
    upstream: { keys: { isAccepted: (key: Credential | null) => accepted.has(key?.hash ?? '') } },
  };
  return new EventStreams({
    services,
    peers,
    operationBytes: new ByteLedger(),
  } as unknown as TransportOptions);
}

function open(streams: EventStreams, key: string | null) {
  const identity = key === null ? ANONYMOUS : accountIdentity(new Credential(key));
  return streams.open(streams.reserve(identity), new GraphRequest('', 0, identity));
}

test('an account may open a quarter of the streams that are free, and another one when one is closed', async () => {
  const streams = newStreams();
  for (let i = 1; i < 2_000; i += 1) await open(streams, 'a');
  for (let i = 0; i < 3; i += 1) (await open(streams, 'a')).close('client');
  await open(streams, 'a');
  await expect(open(streams, 'a')).rejects.toMatchObject({
    status: 429,
    errors: [{ extensions: { code: 'STREAM_LIMIT_EXCEEDED' } }],
  });
  for (let i = 0; i < 1_600; i += 1) await open(streams, 'b');
  await expect(open(streams, 'b')).rejects.toMatchObject({ status: 429 });
});

test('all callers without an accepted key count as one account', async () => {
  const streams = newStreams();
  for (let i = 0; i < 1_000; i += 1) await open(streams, 'unknown');
  for (let i = 0; i < 1_000; i += 1) await open(streams, null);
  await expect(open(streams, 'unknown')).rejects.toMatchObject({ status: 429 });
  await open(streams, 'a');
});

test('other replicas know a stream until it ends, and one that they hold is not opened', async () => {
  const known = new Set<string>();
  const streams = newStreams({
    onRequest: () => {},
    hold: async (token: string) => known.size === 0 && known.add(token).size === 1,
    release: (token: string) => known.delete(token),
  });
  const stream = await open(streams, 'a');
  expect(known.size).toBe(1);
  await expect(open(streams, 'a')).rejects.toMatchObject({ status: 409 });
  stream.close('client');
  expect(known.size).toBe(0);
});

test('a request waits two seconds for its stream, however long other replicas take to say that they do not hold it', async () => {
  const clock = new ManualClock();
  let looks = 0;
  const ask = async () => {
    looks += 1;
    clock.advance(1_000);
    return false;
  };
  const streams = newStreams({ onRequest: () => {}, ask }, clock);
  const identity = accountIdentity(new Credential('a'));
  const requestOf = vi.fn(() => ({ kind: 'end', operationId: 'a' }) as const);
  const asked = streams.perform(
    streams.reserve(identity),
    new GraphRequest('', 0, identity),
    requestOf,
    () => false,
  );
  const refused = expect(asked).rejects.toMatchObject({ status: 404 });
  for (let turns = 0; turns < 50; turns += 1) {
    await turn();
    clock.advance(100);
  }
  await refused;
  expect([looks, requestOf.mock.calls.length]).toEqual([2, 1]);
});

test('a token is its owner’s for good, and can be opened for a minute', () => {
  const token = newToken('owner', 0);
  expect([isTokenOf('owner', token), isTokenOf('other', token)]).toEqual([true, false]);
  expect([isReserved(token, 59_999), isReserved(token, 60_000)]).toEqual([true, false]);
  const [id, until, mac] = token.split('.');
  for (const forged of [
    ...['', '.', '..', `${id}`, `${id}.${until}`, `${id}.${until}.`, `${token}A`, `${token}.`],
    `${id}.${Number(until) + 1}.${mac}`,
    newToken('other', 0),
  ]) {
    expect([forged, isTokenOf('owner', forged)]).toEqual([forged, false]);
  }
});

const secret = randomUUID();
const keys = new StreamKeys(secret, 'deployment');

test('a message is opened with the same token, whoever opens it, and with nothing else', () => {
  const sealed = keys.encrypt('one', { query: '{ viewer { tier } }' });
  expect(sealed).not.toContain('viewer');
  const open = (by: StreamKeys, purpose = 'one', text = sealed) => by.decrypt(purpose, text);
  expect(open(new StreamKeys(secret, 'deployment'))).toEqual({
    query: '{ viewer { tier } }',
  });
  expect(() => open(new StreamKeys(randomUUID(), 'deployment'))).toThrow();
  expect(() => open(new StreamKeys(secret, 'other'))).toThrow();
  expect(() => open(keys, 'another')).toThrow();
  for (const text of ['', 'AAAA', sealed.slice(4), `${sealed.slice(0, -8)}AAAAAAA=`, '\u0000']) {
    expect(() => open(keys, 'one', text)).toThrow();
  }
});

test('two messages never look alike, even if they are equal', () => {
  expect(keys.encrypt('one', {})).not.toBe(keys.encrypt('one', {}));
});
