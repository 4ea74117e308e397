import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { accountIdentity } from '../../../src/access/identity.ts';
import { GraphRequest } from '../../../src/transports/arrival/graph-request.ts';
import { serializePipelinedRequests } from '../../../src/transports/http/pipelining.ts';
import type { HttpError } from '../../../src/transports/response/http-error.ts';
import { sendRequestError } from '../../../src/transports/response/request-errors.ts';
import { UnsentResponses } from '../../../src/transports/response/unsent-responses.ts';
import { RawClient } from '../../harness/clients/raw-client.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import { until } from '../../harness/until.ts';

/** More than the buffers of a loopback connection take. */
const LARGE = 16 * 2 ** 20;
const LIMITS = { bytes: 5 * LARGE, accountBytes: 3 * LARGE };

let app: FastifyInstance;
let clock: ManualClock;
let unsentResponses: UnsentResponses;
let url: string;
let handled: string[];
const clients: RawClient[] = [];

beforeEach(async () => {
  clock = new ManualClock();
  handled = [];
  unsentResponses = new UnsentResponses(clock, { isAccepted: () => true }, LIMITS);
  app = fastify({ forceCloseConnections: true });
  app.decorateRequest('graph');
  app.addHook('onRequest', async (request) => {
    const credential = new Credential(String(request.headers['x-api-key']));
    request.graph = new GraphRequest('', 0, accountIdentity(credential));
  });
  serializePipelinedRequests(app);
  app.addHook('onSend', unsentResponses.onSend);
  app.setErrorHandler<HttpError>((error, request, reply) =>
    sendRequestError(error, request, reply, SILENT_LOG),
  );
  app.get('/compressed', (_, reply) =>
    reply.header('content-encoding', 'br').send(Buffer.alloc(LARGE)),
  );
  app.get('/large', ({ url: path }, reply) => {
    handled.push(path);
    unsentResponses.send(reply, [Buffer.alloc(LARGE, 'x')]);
  });
  app.get('/small', async ({ url: path }) => {
    handled.push(path);
    return path;
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await app.close();
  unsentResponses.stop();
  expect(clock.pendingTimers).toBe(0);
});

/** A client that asks and reads nothing. */
async function unread(key = 'one'): Promise<RawClient> {
  const before = unsentResponses.bytes;
  const client = await RawClient.connect(url);
  clients.push(client);
  client.get(['/large'], { 'x-api-key': key });
  await until(() => unsentResponses.bytes === before + LARGE);
  return client;
}

test('a response that is read slowly is not cut', async () => {
  const client = await unread();
  for (let bytes = 4 * 2 ** 20; bytes < LARGE; bytes += 4 * 2 ** 20) {
    await client.read(bytes);
    clock.advance(55_000);
  }
  await client.read(LARGE);
  await until(() => unsentResponses.bytes === 0);
  expect(client.isClosed).toBe(false);
  expect(client.text).toContain(`content-length: ${LARGE}`);
});

describe('beyond the limits of unsent responses,', () => {
  test('a peer’s new response is refused with 429 while none of its responses has stalled', async () => {
    for (let i = 0; i < 3; i += 1) await unread();
    const refused = await fetch(`${url}/large`, { headers: { 'x-api-key': 'one' } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    const errors = [{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 } }];
    expect(await refused.json()).toMatchObject({ errors });
    const compressed = await fetch(`${url}/compressed`, { headers: { 'x-api-key': 'one' } });
    expect(await compressed.json()).toMatchObject({ errors });
    expect(unsentResponses.bytes).toBe(3 * LARGE);
    const other = await fetch(`${url}/large`, { headers: { 'x-api-key': 'other' } });
    expect((await other.arrayBuffer()).byteLength).toBe(LARGE);
    const small = await fetch(`${url}/small`, { headers: { 'x-api-key': 'one' } });
    expect(small.status).toBe(200);
  });

  test('the response of a peer that has stalled longest is cut to make room', async () => {
    const stranger = await unread('stranger');
    clock.advance(10_000);
    const first = await unread();
    clock.advance(10_000);
    const others = [stranger, await unread(), await unread()];
    clock.advance(10_000);
    const fourth = await fetch(`${url}/large`, { headers: { 'x-api-key': 'one' } });
    expect((await fourth.arrayBuffer()).byteLength).toBe(LARGE);
    await first.read();
    expect(first.bytes).toBeLessThan(LARGE);
    for (const other of others) {
      await other.read(LARGE);
      expect(other.isClosed).toBe(false);
    }
  });

  test('the same holds for all peers together', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await unread(key);
    const ask = () => fetch(`${url}/large`, { headers: { 'x-api-key': 'f' } });
    expect((await ask()).status).toBe(429);
    clock.advance(10_000);
    const answer = await ask();
    expect((await answer.arrayBuffer()).byteLength).toBe(LARGE);
    expect(unsentResponses.bytes).toBeLessThanOrEqual(LIMITS.bytes);
  });
});

describe('pipelined requests', () => {
  const paths = (count: number, path = '/small') =>
    Array.from({ length: count }, (_, i) => `${path}?${i}`);

  test('are answered in order, and each is handled once the response before it was read', async () => {
    const client = await RawClient.connect(url);
    clients.push(client);
    client.get([...paths(3, '/large'), '/small'], { 'x-api-key': 'one' });
    await until(() => unsentResponses.bytes === LARGE);
    expect(handled).toEqual(['/large?0']);
    await client.read(3 * LARGE);
    await until(() => handled.length === 4);
    expect(handled).toEqual([...paths(3, '/large'), '/small']);
    await until(() => unsentResponses.bytes === 0);
  });

  test('continue on one connection, one after the other', async () => {
    const client = await RawClient.connect(url);
    clients.push(client);
    for (let i = 0; i < 3; i += 1) {
      client.get(paths(30));
      await until(() => handled.length === 30 * (i + 1));
    }
    expect(handled).toEqual([...paths(30), ...paths(30), ...paths(30)]);
  });

  test('are not handled after their client has disconnected', async () => {
    const client = await RawClient.connect(url);
    client.get(['/large', ...paths(10)], { 'x-api-key': 'one' });
    await until(() => unsentResponses.bytes === LARGE);
    client.close();
    await until(() => unsentResponses.bytes === 0);
    await (await fetch(`${url}/small?last`)).text();
    expect(handled).toEqual(['/large', '/small?last']);
  });
});
