import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { postMcp, toolCall } from '../harness/clients/mcp-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { answer } from '../harness/servers/faults.ts';
import { startTestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { isWithin, OtlpReceiver } from './otlp-receiver.ts';

const CALLER_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const TRACEPARENT = `00-${CALLER_TRACE}-${CALLER_SPAN}-01`;
const BOOKS = 'query Books { sportsbooks { id } }';

const receiver = await OtlpReceiver.open();
const tracing = receiver.trace();
const graph = await startTestGraph({ tracing });

afterAll(async () => {
  await graph.stop();
  await tracing.stop();
  await receiver.close();
});
afterEach(() => {
  expect(receiver.text).not.toMatch(/demo_|secret/);
  receiver.reset();
  graph.fresh();
});

/** The trace and the span that upstream saw in each request to a route. */
function seenTraces(route: string): (string | undefined)[] {
  return graph.proxy.seen
    .filter((request) => request.route === route)
    .map(({ traceparent }) => traceparent?.slice(3, 52).replace('-', ' '));
}

describe('a query', () => {
  test.each(TRANSPORTS)(
    'to %s is a span of the trace of its caller, with the upstream requests as parts',
    async (transport) => {
      await graph.ask(BOOKS, {
        transport,
        headers: { traceparent: TRACEPARENT, 'x-request-id': 'r-1' },
      });
      const [query] = await receiver.got('query');
      expect(query).toMatchObject({ kind: 'server', traceId: CALLER_TRACE, parentId: CALLER_SPAN });
      expect(query.isError).toBe(false);
      expect(query.attributes).toEqual({
        'http.request.method': 'POST',
        'http.route': transport,
        'http.response.status_code': 200,
        'graphql.operation.type': 'query',
        'graphql.operation.name': 'Books',
        'oddsgraph.request_id': 'r-1',
        'oddsgraph.upstream.requests': 1,
      });
      const [books] = receiver.named('GET /api/v1/sportsbooks');
      expect(books).toMatchObject({
        kind: 'client',
        traceId: CALLER_TRACE,
        parentId: query.spanId,
        isError: false,
        attributes: {
          'http.request.method': 'GET',
          'http.response.status_code': 200,
          'url.template': '/api/v1/sportsbooks',
          'url.full': `${graph.proxy.url.origin}/api/v1/sportsbooks`,
          'server.address': '127.0.0.1',
          'server.port': Number(graph.proxy.url.port),
        },
      });
      expect(seenTraces('/sportsbooks')).toEqual([`${CALLER_TRACE} ${books?.spanId}`]);
      expect(books && isWithin(books, query)).toBe(true);
    },
  );

  test('that is answered from the cache is a part of its caller’s trace, and begins none', async () => {
    const document = 'query Sports { sports { id } }';
    const headers = { traceparent: TRACEPARENT };
    await graph.ask(document);
    await receiver.got('query');
    await graph.ask(document); // It learns that the key is known.
    await graph.ask(document);
    await graph.ask(document, { headers });
    const spans = await receiver.got('query', 2);
    expect(spans.map(({ traceId }) => traceId === CALLER_TRACE)).toEqual([false, true]);
    expect(spans.at(-1)?.attributes).toMatchObject({
      'graphql.operation.name': 'Sports',
      'oddsgraph.upstream.requests': 0,
      'oddsgraph.upstream.shared': 1,
    });
    const operations = receiver.spans.filter(({ kind }) => kind === 'server');
    expect(operations).toEqual(spans);
    expect(spans.slice(-1).flatMap((span) => receiver.childrenOf(span))).toEqual([]);
  });

  test('has the look-up of the tier as a part', async () => {
    await graph.ask('{ viewer { tier } }');
    const [query] = await receiver.got('query');
    expect(receiver.childrenOf(query).map(({ name }) => name)).toEqual([
      'GET /api/v1/account/keys',
    ]);
    expect(query.parentId).toBe(null);
  });

  test('that fails upstream names the error, and each attempt', async () => {
    graph.proxy.spoil('GET /sportsbooks', answer(503));
    await graph.ask(BOOKS);
    const [query] = await receiver.got('query');
    expect(query.attributes).toMatchObject({ 'error.type': 'UPSTREAM_UNAVAILABLE' });
    expect(query.isError).toBe(true);
    const attempts = receiver.named('GET /api/v1/sportsbooks');
    expect(attempts).toHaveLength(3);
    for (const { attributes, isError, parentId } of attempts) {
      expect(attributes).toMatchObject({ 'error.type': '503', 'http.response.status_code': 503 });
      expect([isError, parentId]).toEqual([true, query.spanId]);
    }
  });

  test('that upstream does not answer in time has a request without a status', async () => {
    graph.proxy.spoil('GET /sportsbooks', () => {});
    const asked = graph.ask(BOOKS);
    await until(() => graph.proxy.unanswered > 0);
    graph.clock.advance(10_000);
    await asked;
    await receiver.got('query');
    const [books] = await receiver.got('GET /api/v1/sportsbooks');
    expect(books.attributes).toMatchObject({ 'error.type': 'UPSTREAM_TIMEOUT' });
    expect(books.attributes).not.toHaveProperty('http.response.status_code');
  });

  test("with a caller's mistake names its code, and is no error of the server", async () => {
    const query = 'query Bad($n: Int!) { events(first: $n) { totalCount } }';
    await graph.ask(query, { variables: { n: 'secret' } });
    const [span] = await receiver.got('query');
    expect(span.attributes).toMatchObject({
      'error.type': 'BAD_USER_INPUT',
      'http.response.status_code': 400,
    });
    expect(span.isError).toBe(false);
  });

  test('that is no GraphQL has a span with its status alone', async () => {
    await graph.ask('{ events(search: "secret" ');
    const [span] = await receiver.got('POST /graphql');
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 400 });
    expect(span.attributes).not.toHaveProperty('graphql.operation.type');
  });

  test('has no key, variable, literal or id of the caller in any span', async () => {
    const first = await graph.ask('{ events(first: 1) { nodes { id } } }');
    const id = first.data.events?.nodes[0]?.id ?? '';
    const query = `query ($id: ID!) {
      event(id: $id) { name comparison(markets: ["moneyline"]) { bestEvPercent: __typename } }
      events(first: 3, filter: { search: "secret-text", leagues: ["nfl"] }) { totalCount }
    }`;
    await graph.ask(query, {
      variables: { id },
      headers: { 'x-api-key': 'demo_sharp' },
    });
    await receiver.got('query', 2);
    const urls = receiver.spans.map(({ attributes }) => attributes['url.full']).filter(Boolean);
    expect(urls).toContain(`${graph.proxy.url.origin}/api/v1/events`);
    expect(urls.filter((url) => String(url).includes('?'))).toEqual([]);
    for (const given of [id, 'secret', 'nfl', 'moneyline', 'demo_']) {
      expect(receiver.text).not.toContain(given);
    }
  });
});

test('a key in the URL is in no span', async () => {
  const query = encodeURIComponent('{ sportsbooks { id } }');
  await graph.get(`/graphql?query=${query}&api_key=demo_pro`, { accept: 'text/event-stream' });
  const [span] = await receiver.got('query');
  expect(span.attributes).toMatchObject({ 'http.request.method': 'GET', 'http.route': '/graphql' });
});

test('a caller without a trace, or with an invalid one, begins a new one', async () => {
  const invalid = ['00-short-id-01', `00-${'0'.repeat(32)}-${CALLER_SPAN}-01`];
  for (const [i, traceparent] of ['', ...invalid].entries()) {
    const document = `query Books${i} { sportsbooks { id } }`;
    await graph.ask(document, { headers: traceparent === '' ? {} : { traceparent } });
  }
  const spans = await receiver.got('query', 3);
  for (const { parentId } of spans) expect(parentId).toBe(null);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
});

test('a caller that does not sample its trace is not traced, nor is upstream, nor who asks for health or metrics', async () => {
  await graph.ask(BOOKS, { headers: { traceparent: TRACEPARENT.replace(/1$/, '0') } });
  for (const path of ['/healthz', '/readyz', '/metrics', '/nothing']) await graph.get(path);
  await graph.ask('query Other { sports { id } }');
  await receiver.got('query');
  expect(receiver.spans.filter(({ kind }) => kind === 'server')).toHaveLength(1);
  expect(
    receiver.named('query').map(({ attributes }) => attributes['graphql.operation.name']),
  ).toEqual(['Other']);
  const [books] = graph.proxy.seen.filter(({ route }) => route === '/sportsbooks');
  expect(books?.traceparent).toMatch(new RegExp(`^00-${CALLER_TRACE}-[0-9a-f]{16}-00$`));
});

test('an operation on an event stream is a part of the request that sent it', async () => {
  const client = await StreamClient.open(graph.url);
  await client.ask('one', BOOKS);
  await client.whole('one');
  const [query] = await receiver.got('query');
  const [sent] = await receiver.got('POST /graphql/stream');
  expect(query).toMatchObject({ kind: 'internal', parentId: sent.spanId, traceId: sent.traceId });
  expect(sent.attributes).toMatchObject({ 'http.response.status_code': 202 });
  expect(query.attributes).toMatchObject({
    'graphql.operation.type': 'query',
    'graphql.operation.name': 'Books',
    'oddsgraph.upstream.requests': 1,
  });
  const [books] = await receiver.got('GET /api/v1/sportsbooks');
  expect(books.parentId).toBe(query.spanId);
  client.close();
});

test('the call of a tool is a span, with the upstream requests as parts', async () => {
  const headers = { 'x-api-key': 'demo_pro', traceparent: TRACEPARENT, 'x-request-id': 'r-2' };
  await (await postMcp(graph.url, toolCall('find_events'), headers)).text();
  const [call] = await receiver.got('query');
  expect(call).toMatchObject({ traceId: CALLER_TRACE, parentId: CALLER_SPAN, isError: false });
  expect(call.attributes).toMatchObject({
    'http.route': '/mcp',
    'http.response.status_code': 200,
    'graphql.operation.type': 'query',
    'graphql.operation.name': 'find_events',
    'oddsgraph.request_id': 'r-2',
    'oddsgraph.upstream.requests': 1,
  });
  const [events] = receiver.named('GET /api/v1/events');
  expect(events).toMatchObject({ traceId: CALLER_TRACE, parentId: call.spanId });
});
