import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { type Question, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { answer, holdUntil } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

const TRUSTED = 'query Books { sportsbooks { id } }';
const UNTRUSTED = 'query Mine { sportsbooks { id name } }';
const CREATE = 'mutation Create { createApiKey(name: "lines") { secret } }';

let graph: ViewerGraph;
let logged = 0;

beforeAll(async () => {
  const documents = new TrustedDocuments([['books', TRUSTED]]);
  graph = await startViewerGraph({
    trustedDocuments: { documents, only: false },
    admissionLimits: {
      small: {
        ...{ values: 1, accountValues: 1 },
        ...{ waiting: 10, accountWaiting: 10, waitMs: 5_000 },
      },
    },
  });
});
afterAll(() => graph.stop());
beforeEach(() => {
  graph.fresh();
  logged = graph.log().length;
});

/** The lines that this test has caused. */
function lines(message: string) {
  return linesOf(graph.log().slice(logged), message);
}

async function theLine() {
  await until(() => lines('operation').length > 0);
  const [line, ...others] = lines('operation');
  expect(others).toEqual([]);
  return line;
}

const ask = (query: string, question: Question = {}) =>
  graph.ask(query, { key: 'demo_pro', ...question });

describe('an operation', () => {
  test.each(TRANSPORTS)(
    'through %s has one line, with its name, its caller, what it cost and its status',
    async (path) => {
      const transport = path.slice(1);
      await ask('{ viewer { tier } }');
      logged = graph.log().length;
      await ask(UNTRUSTED, { headers: { 'x-request-id': 'req-1' }, transport: path });
      expect(await theLine()).toEqual({
        ...{ level: 30, time: expect.any(Number), pid: expect.any(Number) },
        ...{ hostname: expect.any(String), msg: 'operation' },
        requestId: 'req-1',
        account: expect.stringMatching(/^[0-9a-f]{8}$/),
        ...{ operation: 'Mine', type: 'query', transport, tier: 'pro', status: 200 },
        ...{ ms: 0, upstreamRequests: 1 },
      });
      expect(graph.proxy.seen.find(({ route }) => route === '/sportsbooks')?.requestId).toBe(
        'req-1',
      );
    },
  );

  test('says when it was answered from the cache', async () => {
    await ask(UNTRUSTED);
    logged = graph.log().length;
    await ask(UNTRUSTED);
    expect(await theLine()).toMatchObject({
      ...{ operation: 'Mine', type: 'query', transport: 'graphql', tier: 'pro' },
      ...{ cached: true, upstreamRequests: 0 },
    });
  });

  test('of a viewer has the viewer and the tier of its token', async () => {
    const authorization = `Bearer ${await graph.token({ tier: 'free' })}`;
    await ask(TRUSTED, { key: null, headers: { authorization } });
    expect(await theLine()).toMatchObject({
      ...{ operation: 'Books', tier: 'free', status: 200 },
      viewer: expect.stringMatching(/^.{8}$/),
    });
  });

  test('is counted under its name if its document is trusted, and else as "other"', async () => {
    const grown = await growthOf(graph.url, async () => {
      for (const query of [TRUSTED, UNTRUSTED, CREATE, '{ __typename }']) await ask(query);
      await ask('{ nothing }');
      await until(() => lines('operation').length === 5);
    });
    const operations = (labels: string) => grown[`operations_total{${labels},transport="graphql"}`];
    expect(operations('operation="Books",type="query"')).toBe(1);
    expect(operations('operation="other",type="query"')).toBe(2);
    expect(operations('operation="other",type="mutation"')).toBe(1);
    expect(operations('operation="other",type="unknown"')).toBe(1);
    expect(grown).toMatchObject({
      'operation_duration_seconds_count{operation="Books",type="query"}': 1,
      'operation_upstream_requests_total{operation="Books",type="query"}': 1,
      'operation_upstream_requests_total{operation="other",type="mutation"}': expect.any(Number),
      'operation_failures_total{operation="other",type="unknown",code="GRAPHQL_VALIDATION_FAILED"}': 1,
    });
    expect(Object.keys(grown).filter((series) => series.includes('Mine'))).toEqual([]);
  });

  test('that fails has its codes and the status that its client got, and a warning', async () => {
    graph.proxy.spoil('GET /sportsbooks', answer(503, undefined, { 'x-request-id': 'up-1' }));
    const failed = {
      ...{ operation: 'Books', codes: { UPSTREAM_UNAVAILABLE: 1 } },
      upstream: { status: 503, requestId: 'up-1' },
    };
    const grown = await growthOf(graph.url, async () => {
      const { status } = await ask(TRUSTED);
      expect(await theLine()).toMatchObject({ ...failed, status });
    });
    expect(lines('operation failed upstream')).toMatchObject([
      { ...failed, level: 40, account: expect.stringMatching(/^[0-9a-f]{8}$/) },
    ]);
    expect(grown).toMatchObject({
      'operation_failures_total{operation="Books",type="query",code="UPSTREAM_UNAVAILABLE"}': 1,
    });
  });

  test.each([
    ['whose body is not JSON', '{"query":', 400, 'BAD_USER_INPUT'],
    ['of an unknown id', '{"documentId":"none"}', 404, 'PERSISTED_QUERY_NOT_FOUND'],
    ['with a broken document', '{"query":"{"}', 400, 'GRAPHQL_PARSE_FAILED'],
  ])('%s has a line, too, through either transport', async (_, body, status, code) => {
    for (const transport of TRANSPORTS) {
      logged = graph.log().length;
      await graph.post(body, { transport, key: 'demo_pro' });
      const line = await theLine();
      const [operation, type, name] = [null, 'unknown', transport.slice(1)];
      expect(line).toMatchObject({ operation, type, transport: name, status });
      expect(line?.['codes']).toEqual({ [code]: 1 });
    }
  });

  test('whose client leaves before the answer has a line that says so, and is counted', async () => {
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    graph.proxy.plan('GET /sportsbooks', async ({ relay }) => {
      reached.resolve();
      await gate.promise;
      await relay();
    });
    const client = new AbortController();
    const grown = await growthOf(graph.url, async () => {
      const asked = fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
        body: JSON.stringify({ query: TRUSTED }),
        signal: client.signal,
      });
      await reached.promise;
      graph.clock.advance(3_000);
      client.abort();
      await expect(asked).rejects.toThrow();
      expect(await theLine()).toMatchObject({
        ...{
          operation: 'Books',
          type: 'query',
          transport: 'graphql',
          aborted: true,
          upstreamRequests: 1,
        },
      });
      expect(lines('slow operation')).toMatchObject([{ ms: 3_000, upstreamMs: 3_000 }]);
    });
    gate.resolve();
    expect(grown['operations_aborted_total{operation="Books",type="query"}']).toBe(1);
    const counted = `operations_total{operation="Books",type="query",transport="graphql"}`;
    expect(grown[counted]).toBe(1);
  });

  test('of an unknown key has a line without a tier', async () => {
    await ask(TRUSTED, { key: 'unknown' });
    expect(await theLine()).toMatchObject({
      tier: null,
      status: 401,
      codes: { UNAUTHENTICATED: 1 },
    });
  });

  test('that takes a second or longer has a second line: it waited for upstream', async () => {
    await ask('{ viewer { tier } }');
    logged = graph.log().length;
    graph.proxy.spoil('GET /sportsbooks', () => {});
    const asked = ask(TRUSTED);
    await until(() => graph.proxy.unanswered > 0);
    graph.clock.advance(10_000);
    await asked;
    expect(await theLine()).toMatchObject({ ms: 10_000 });
    expect(lines('slow operation')).toMatchObject([
      {
        ...{ level: 40, operation: 'Books', tier: 'pro', ms: 10_000 },
        estimate: { values: expect.any(Number), upstreamRequests: 1 },
        ...{ receivingMs: 0, admissionMs: 0, upstreamMs: 10_000, loopBusyMs: expect.any(Number) },
      },
    ]);
  });

  test('that waited until its tier was known says that it waited for upstream', async () => {
    graph.proxy.spoil('GET /account/keys', () => {});
    const asked = ask('{ events(first: 1) { nodes { odds { key } } } }', { key: 'demo_hobby' });
    await until(() => graph.proxy.unanswered > 0);
    graph.clock.advance(10_000);
    await asked;
    await theLine();
    expect(lines('slow operation')).toMatchObject([{ ms: 10_000, upstreamMs: 10_000 }]);
  });

  test('whose body arrives slowly says so', async () => {
    const body = JSON.stringify({ query: TRUSTED });
    const request = send(`${graph.url}/graphql`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'content-length': body.length },
        ...{ 'x-api-key': 'demo_pro', expect: '100-continue' },
      },
    });
    request.flushHeaders();
    await once(request, 'continue');
    graph.clock.advance(3_000);
    request.end(body);
    const [response]: IncomingMessage[] = await once(request, 'response');
    response?.resume();
    await theLine();
    expect(lines('slow operation')).toMatchObject([{ ms: 3_000, receivingMs: 3_000 }]);
  });

  test('that waited for another one of its account says so', async () => {
    graph.proxy.spoil('GET /sportsbooks', () => {});
    const first = ask(TRUSTED);
    await until(() => graph.proxy.unanswered > 0);
    graph.clock.advance(2_000);
    const second = ask('query Second { sportsbooks { id displayName } }');
    await until(async () => (await metric('waiting_operations')) === 1);
    graph.clock.advance(5_000);
    await second;
    expect(lines('slow operation')).toMatchObject([
      { operation: 'Second', admissionMs: 5_000, upstreamMs: 0 },
    ]);
    graph.clock.advance(3_000);
    await first;
  });

  test('whose client leaves while it waits for another one is not an error', async () => {
    graph.proxy.spoil('GET /sportsbooks', () => {});
    const first = ask(TRUSTED);
    await until(() => graph.proxy.unanswered > 0);
    const client = new AbortController();
    const grown = await growthOf(graph.url, async () => {
      const second = fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
        body: JSON.stringify({ query: 'query Second { sportsbooks { id displayName } }' }),
        signal: client.signal,
      });
      await until(async () => (await metric('waiting_operations')) === 1);
      graph.clock.advance(2_000);
      client.abort();
      await expect(second).rejects.toThrow();
      await until(async () => (await metric('waiting_operations')) === 0);
    });
    expect(await theLine()).toMatchObject({ operation: 'Second', aborted: true });
    expect(lines('slow operation')).toMatchObject([{ ms: 2_000, admissionMs: 2_000 }]);
    expect(Object.keys(grown).filter((name) => name.startsWith('errors_total'))).toEqual([]);
    expect(lines('unexpected error')).toEqual([]);
    graph.clock.advance(8_000);
    await first;
  });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${graph.url}/metrics`)).text();
  return Number(new RegExp(`^oddsgraph_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('GraphiQL, a preflight and a request for anything else have no line', async () => {
  await fetch(`${graph.url}/graphql`, { headers: { accept: 'text/html' } });
  await fetch(`${graph.url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  });
  await fetch(`${graph.url}/metrics`);
  await fetch(`${graph.url}/nothing`);
  await graph.ask('query Last { __typename }');
  expect(await theLine()).toMatchObject({ operation: 'Last' });
});

test('a name that is too long is cut', async () => {
  await graph.ask(`query ${'a'.repeat(500)} { __typename }`);
  expect((await theLine())?.['operation']).toBe('a'.repeat(100));
});

test('a subscription of a router that waited until its tier was known says that it waited for upstream', async () => {
  const gate = Promise.withResolvers<void>();
  graph.proxy.plan('GET /account/keys', holdUntil(gate.promise));
  const router = await CallbackRouter.open();
  const asked = router.subscribe(graph.url, { key: 'demo_sharp' });
  await until(() => graph.proxy.seen.some(({ route }) => route === '/account/keys'));
  graph.clock.advance(2_000);
  gate.resolve();
  await asked;
  await until(() => router.eventKinds().includes('READY'));
  router.onMessage = () => ({ status: 404 });
  graph.originClock.advance(5_000);
  graph.clock.advance(1_000); // Updates wait for their interval.
  expect(await theLine()).toMatchObject({ type: 'subscription', ended: 'router', ms: 2_000 });
  expect(lines('slow operation')).toMatchObject([{ ms: 2_000, upstreamMs: 2_000 }]);
  await router.close();
});
