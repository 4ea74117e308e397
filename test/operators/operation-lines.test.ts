import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { Executor } from '../../src/execution/executor.ts';
import { growthOf, metricOf } from '../harness/clients/exposed-metrics.ts';
import { postJson, type Question, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { answer, holdUntil } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

const TRUSTED = 'query Books { sportsbooks { id } }';
const UNTRUSTED = 'query Mine { sportsbooks { id name } }';
const CREATE = 'mutation Create { createApiKey(name: "lines") { secret } }';

const documents = new TrustedDocuments([['books', TRUSTED]]);
const one = { values: 1, accountValues: 1, waiting: 10, accountWaiting: 10, waitMs: 5_000 };
const graph = await sharedViewerGraph({
  trustedDocuments: { documents, only: false },
  admissionLimits: { small: one },
});
let logged = 0;
const forget = () => {
  logged = graph.log().length;
};
beforeEach(forget);

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

const waiting = () => metricOf(graph.url, 'waiting_operations');
const ask = (query: string, question: Question = {}) =>
  graph.ask(query, { key: 'demo_pro', ...question });

/** Asks until the client leaves. */
const askUntil = (signal: AbortSignal, query: string) =>
  postJson(`${graph.url}/graphql`, { query }, { 'x-api-key': 'demo_pro' }, signal);

describe('an operation', () => {
  test('has one line, with its name, its caller, what it cost and its status', async () => {
    await ask('{ viewer { tier } }');
    forget();
    await ask(UNTRUSTED, { headers: { 'x-request-id': 'req-1' } });
    expect(await theLine()).toEqual({
      ...{ level: 30, time: expect.any(Number), pid: expect.any(Number) },
      ...{ hostname: expect.any(String), msg: 'operation' },
      requestId: 'req-1',
      account: expect.stringMatching(/^[0-9a-f]{8}$/),
      ...{ operation: 'Mine', type: 'query', transport: 'graphql', tier: 'pro', status: 200 },
      ...{ ms: 0, upstreamRequests: 1 },
    });
    const asked = graph.proxy.seen.find(({ route }) => route === '/sportsbooks');
    expect(asked?.requestId).toBe('req-1');
  });

  test('says when it was answered from the cache', async () => {
    await ask(UNTRUSTED);
    forget();
    await ask(UNTRUSTED);
    expect(await theLine()).toMatchObject({
      ...{ operation: 'Mine', type: 'query', transport: 'graphql', tier: 'pro' },
      ...{ cached: true, upstreamRequests: 0 },
    });
  });

  test('of a viewer has the viewer and the tier of its token', async () => {
    await ask(TRUSTED, await graph.viewer({ tier: 'free' }));
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

  test('whose body is not JSON has a line, too, through either transport', async () => {
    for (const transport of TRANSPORTS) {
      forget();
      await graph.post('{"query":', { transport, key: 'demo_pro' });
      expect(await theLine()).toMatchObject({
        ...{ operation: null, type: 'unknown', transport: transport.slice(1), status: 400 },
        codes: { BAD_USER_INPUT: 1 },
      });
    }
  });

  test('whose client leaves before the answer has a line that says so, and is counted', async () => {
    graph.proxy.spoil('GET /sportsbooks', () => {});
    const client = new AbortController();
    const grown = await growthOf(graph.url, async () => {
      const asked = askUntil(client.signal, TRUSTED);
      await until(() => graph.proxy.unanswered > 0);
      graph.clock.advance(3_000);
      client.abort();
      await expect(asked).rejects.toThrow();
      const aborted = { operation: 'Books', type: 'query', aborted: true, upstreamRequests: 1 };
      expect(await theLine()).toMatchObject(aborted);
      expect(lines('slow operation')).toMatchObject([{ ms: 3_000, upstreamMs: 3_000 }]);
    });
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
    forget();
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

  test.each([
    ['/graphql', { query: TRUSTED }],
    ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
  ])('whose body arrives slowly at %s says so', async (path, sent) => {
    const body = JSON.stringify(sent);
    const request = send(`${graph.url}${path}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'content-length': body.length },
        ...{ accept: 'application/json, text/event-stream' },
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
    await until(async () => (await waiting()) === 1);
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
      const second = askUntil(client.signal, 'query Second { sportsbooks { id displayName } }');
      await until(async () => (await waiting()) === 1);
      graph.clock.advance(2_000);
      client.abort();
      await expect(second).rejects.toThrow();
      await until(async () => (await waiting()) === 0);
    });
    expect(await theLine()).toMatchObject({ operation: 'Second', aborted: true });
    expect(lines('slow operation')).toMatchObject([{ ms: 2_000, admissionMs: 2_000 }]);
    expect(Object.keys(grown).filter((name) => name.startsWith('errors_total'))).toEqual([]);
    expect(lines('unexpected error')).toEqual([]);
    graph.clock.advance(8_000);
    await first;
  });
});

test.each(TRANSPORTS)(
  'an unexpected error at %s is logged with its request and account',
  async (transport) => {
    vi.spyOn(Executor.prototype, 'execute').mockRejectedValueOnce(new Error('A bug.'));
    const reply = await ask(UNTRUSTED, { transport, headers: { 'x-request-id': 'req-2' } });
    expect(reply.errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    expect(lines('unexpected error')).toMatchObject([
      { requestId: 'req-2', account: expect.any(String), err: { message: 'A bug.' } },
    ]);
  },
);

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
