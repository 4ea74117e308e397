import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Question } from '../../harness/clients/graph-client.ts';
import { linesOf } from '../../harness/clients/log-lines.ts';
import { StreamClient } from '../../harness/clients/stream-client.ts';
import { sharedGraph, viewerGraphOfTest } from '../../harness/hooks/shared-graph.ts';
import { answer, cut } from '../../harness/servers/faults.ts';
import { startTestGraph } from '../../harness/servers/test-graph.ts';
import { until } from '../../harness/until.ts';
import { signingKeyPair } from '../../harness/viewers/token-issuer.ts';
import { bearer } from '../../harness/viewers/viewer-graph.ts';

const graph = await sharedGraph();
let logged = 0;

beforeEach(() => {
  logged = graph.log().length;
});
afterEach(() => expect(graph.log()).not.toMatch(/demo_|unknown_key|secret-value|api_key/));

const [INFO, WARN] = [30, 40];

/** The log lines with this message that this test has caused. */
const lines = (message: string) => linesOf(graph.log().slice(logged), message);

const BOOKS = 'query Books { sportsbooks { id } }';
const SAFE_ID = 'trace:0af7651916cd43dd8448eb211c80319c/7=';

describe('upstream', () => {
  test.each([
    ['that resets connections', cut, { reason: 'reset' }],
    ['that responds with 503', answer(503), { reason: 'status', status: 503 }],
  ])('%s is logged once, each other reason once, and its recovery once', async (_, fault, why) => {
    await graph.ask(BOOKS);
    expect(lines('upstream requests are failing')).toEqual([]);
    graph.proxy.spoil('GET /sportsbooks', fault);
    graph.clock.advance(60_000);
    for (let i = 0; i < 5; i++) await graph.ask(BOOKS);
    graph.proxy.spoil('GET /sportsbooks', answer(502));
    for (let i = 0; i < 5; i++) await graph.ask(BOOKS);
    expect(lines('upstream requests are failing')).toMatchObject([
      { level: WARN, ...why },
      { level: WARN, reason: 'status', status: 502 },
    ]);
    graph.proxy.reset();
    await graph.ask(BOOKS);
    expect(lines('upstream requests have recovered')).toEqual([]); // It may fail again at once.
    graph.clock.advance(60_000);
    for (let i = 0; i < 5; i++) await graph.ask(BOOKS);
    expect(lines('upstream requests have recovered')).toMatchObject([
      { level: INFO, forMs: 60_000 },
    ]);
    expect(lines('upstream requests are failing')).toHaveLength(2);
  });

  test('that does not answer in time is logged', async () => {
    graph.proxy.spoil('GET /sportsbooks', () => {});
    const asked = graph.ask(BOOKS);
    await until(() => graph.proxy.unanswered > 0);
    graph.clock.advance(10_000);
    await asked;
    expect(lines('upstream requests are failing')).toMatchObject([{ reason: 'timeout' }]);
  });
});

describe('a failed operation', () => {
  const ask = (query: string, question: Question = {}) =>
    graph.ask(query, { headers: { 'x-request-id': SAFE_ID }, ...question });

  test('without a known key is counted, in one line a minute', async () => {
    for (let i = 0; i < 20; i++) await ask(BOOKS, { key: `unknown_key_${i}` });
    for (let i = 0; i < 5; i++) await ask(BOOKS, { key: null });
    expect(lines('credentials refused')).toEqual([]);
    graph.clock.advance(60_000);
    expect(lines('credentials refused')).toMatchObject([
      { level: INFO, counts: { unknown: 20, missing: 5 } },
    ]);
    graph.clock.advance(60_000);
    expect(lines('credentials refused')).toHaveLength(1);
  });

  test('with a token that is expired, forged or not accepted is not counted as one without', async () => {
    const viewers = await viewerGraphOfTest();
    const now = viewers.clock.now();
    const expired = await viewers.token({ exp: now / 1_000 - 3_600 });
    const forged = await viewers.issuer.sign(await signingKeyPair('foreign'), now);
    for (const token of [expired, forged]) await viewers.ask(BOOKS, bearer(token));
    await viewers.ask(BOOKS, { key: null });
    viewers.clock.advance(60_000);
    const counts = { refused: 2, missing: 1 };
    expect(linesOf(viewers.log(), 'credentials refused')).toMatchObject([{ counts }]);
    await ask(BOOKS, bearer(expired)); // This server has no issuer of tokens.
    graph.clock.advance(60_000);
    expect(lines('credentials refused')).toMatchObject([{ counts: { refused: 1 } }]);
  });

  test('has a line each time if its key is known, and else up to sixty a minute', async () => {
    await ask(BOOKS);
    for (let i = 0; i < 100; i++) await ask('{ nothing(a: "secret-value") }');
    expect(lines('operation')).toHaveLength(101);
    const codes = { GRAPHQL_VALIDATION_FAILED: 1 };
    expect(lines('operation')[100]).toMatchObject({ level: INFO, requestId: SAFE_ID, codes });
    expect(lines('operation failed')).toEqual([]); // It is the caller's.
    for (let i = 0; i < 100; i++) await ask('{ nothing }', { key: null });
    expect(lines('operation')).toHaveLength(161);
    graph.clock.advance(60_000);
    expect(lines('operation').slice(161)).toMatchObject([{ counts: { more: 40 } }]);
    await ask('{ nothing }', { key: null });
    expect(lines('operation')).toHaveLength(163);
  });
});

test('logs pending counts when the server stops', async () => {
  const other = await startTestGraph();
  await other.ask(BOOKS, { key: null });
  await other.stop();
  expect(linesOf(other.log(), 'credentials refused')).toMatchObject([{ counts: { missing: 1 } }]);
});

test('logs a refused operation of an event stream with its request id', async () => {
  const client = await StreamClient.open(graph.url, 'demo_pro');
  const refused = await client.ask('one', '{ nothing }', {}, { 'x-request-id': SAFE_ID });
  client.close();
  expect(refused.status).toBe(400);
  expect(lines('operation')).toMatchObject([
    {
      requestId: SAFE_ID,
      transport: 'stream',
      status: 400,
      codes: { GRAPHQL_VALIDATION_FAILED: 1 },
    },
  ]);
});

describe('the request id', () => {
  const PATHS = [
    ['GET', '/graphql?query={__typename}'],
    ['POST', '/graphql'],
    ['POST', '/subgraph'],
    ['PUT', '/graphql/stream'],
    ['GET', '/nowhere'],
    ['GET', '/healthz'],
  ] as const;
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(graph.url + path, {
      method,
      headers: { 'x-api-key': 'demo_pro', 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{"query":"{ __typename }"}' }),
    });

  test.each(PATHS)('of %s %s is the caller’s', async (method, path) => {
    const { headers } = await send(method, path, { 'x-request-id': SAFE_ID });
    expect(headers.get('x-request-id')).toBe(SAFE_ID);
  });

  test.each(['a b', '{"level":60}', 'x'.repeat(129), '"', 'ä'])(
    'is generated if the caller’s is %j',
    async (id) => {
      for (const [method, path] of PATHS) {
        const { headers } = await send(method, path, { 'x-request-id': id });
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      }
    },
  );

  test('is generated for each request without one', async () => {
    const [one, other] = [await send('POST', '/graphql'), await send('POST', '/graphql')];
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
  });

  test('is readable by pages of other origins, and so is how long to wait and which credential is asked for', async () => {
    const { headers } = await send('POST', '/graphql', { origin: 'https://example.org' });
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
    expect(exposed).toEqual(['x-request-id', 'retry-after', 'www-authenticate']);
  });
});
