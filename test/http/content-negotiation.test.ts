import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { postJson, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { RawClient } from '../harness/clients/raw-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['application/json, text/html;q=0.1', 'application/json'],
  ['*/*', 'application/json'],
])('GET /graphql with Accept "%s" responds with %s', async (accept, type) => {
  const response = await fetch(`${graph.url}/graphql?query={__typename}`, {
    headers: { accept },
  });
  expect(response.headers.get('content-type')).toContain(type);
  await response.body?.cancel();
});

function post(transport: string, accept: string, query: string): Promise<Response> {
  return postJson(graph.url + transport, { query }, { accept, 'x-api-key': 'demo_pro' });
}

const GRAPHQL = 'application/graphql-response+json';

describe.each(TRANSPORTS)('an invalid operation at %s', (transport) => {
  test.each([
    [`${GRAPHQL}, application/json;q=0.9`, 400, GRAPHQL],
    [`${GRAPHQL};q=0.5, application/json`, 200, 'application/json'],
    [`text/event-stream, application/json;q=0.1, ${GRAPHQL};q=0.2`, 400, GRAPHQL],
  ])('with Accept "%s" has status %d and type %s', async (accept, status, type) => {
    const response = await post(transport, accept, '{ nope }');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      `${type}; charset=utf-8`,
    ]);
    await response.body?.cancel();
  });

  test('with an empty Accept is answered in JSON', async () => {
    const { headers, body } = await request(graph.url + transport, {
      method: 'POST',
      headers: { accept: '', 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ nope }' }),
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    await body.dump();
  });
});

test.each([
  ['/graphql', 'application/json;q=0, */*;q=0'],
  ['/graphql', 'application/json; charset=utf-16'],
  ['/graphql', 'application/xml'],
  ['/subgraph', 'application/xml'],
  ['/subgraph', 'text/event-stream'],
  ['/subgraph', 'multipart/mixed'],
])(
  'at %s with Accept "%s" a mutation is refused with the type to accept, counted and not executed',
  async (transport, accept) => {
    const grown = await growthOf(graph.url, async () => {
      const query = 'mutation { createApiKey(name: "unread") { secret } }';
      const response = await post(transport, accept, query);
      expect(response.status).toBe(406);
      const message = expect.stringContaining('accept "application/json"');
      expect(await response.json()).toMatchObject({
        errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }],
      });
    });
    expect(grown).toMatchObject({ 'errors_total{code="BAD_USER_INPUT"}': 1 });
    expect(graph.proxy.seen).toEqual([]);
  },
);

test.each([
  ['/graphql', 'application/json;v=1'],
  ['/graphql', 'multipart/mixed;deferSpec=20220824; q=0.9'],
  ['/subgraph', 'application/json; v=1'],
  ['/subgraph', `${GRAPHQL};v=1, text/event-stream`],
])(
  'at %s with Accept "%s" an operation is executed: parameters do not matter',
  async (transport, accept) => {
    const response = await post(transport, accept, '{ nope }');
    expect(response.status).not.toBe(406);
    expect(await response.text()).toContain('GRAPHQL_VALIDATION_FAILED');
  },
);

test.each(['text/event-stream', 'multipart/mixed'])(
  'the response to a query as %s has a known length, and "Connection: close" is honoured',
  async (accept) => {
    const client = await RawClient.connect(graph.url);
    const headers = { 'x-api-key': 'demo_pro', accept, connection: 'close' };
    client.post('/graphql', '{"query":"{ sportsbooks { id } }"}', headers);
    await client.read();
    const [head] = client.text.split('\r\n\r\n', 1);
    expect(head).toContain(`content-type: ${accept}`);
    expect(head).toMatch(/content-length: \d+/);
    expect(head).not.toContain('transfer-encoding');
    expect(client.text).toContain('draftkings');
  },
);

const CALLBACKS = ['"extensions.subscription" is required', 'callback mode', 'CALLBACK_HOSTS'];
const STREAMS = ['delivered as an event stream: send "Accept: text/event-stream"'];

test.each([
  ['/subgraph', 'application/json', 200, CALLBACKS],
  ['/subgraph', GRAPHQL, 400, CALLBACKS],
  ['/subgraph', 'application/json;callbackSpec=1.0', 200, CALLBACKS],
  ['/subgraph', 'text/event-stream', 406, CALLBACKS.slice(1)],
  ['/subgraph', 'multipart/mixed;subscriptionSpec=1.0', 406, CALLBACKS.slice(1)],
  ['/graphql', 'application/json', 406, STREAMS],
  ['/graphql', GRAPHQL, 406, STREAMS],
  ['/graphql', 'multipart/mixed', 406, STREAMS],
] as const)(
  'a subscription to %s with Accept "%s" is refused with %d and what to send, before anything is opened',
  async (path, accept, status, advice) => {
    const response = await post(path, accept, 'subscription { liveOdds { __typename } }');
    const { errors } = Object(await response.json());
    expect([response.status, errors[0].extensions.code]).toEqual([status, 'BAD_USER_INPUT']);
    for (const part of advice) expect(errors[0].message).toContain(part);
    expect(graph.proxy.seen.filter(({ route }) => route === '/stream')).toEqual([]);
  },
);

// fetch and curl leave the fragment out.
test.each(TRANSPORTS)('a URL with a fragment is refused at %s', async (transport) => {
  const client = await RawClient.connect(graph.url);
  const headers = { 'x-api-key': 'demo_pro', connection: 'close' };
  client.post(`${transport}?a=b#c`, '{"query":"{ __typename }"}', headers);
  await client.read();
  expect(client.text).toMatch(/^HTTP\/1\.1 400 .*A URL is sent without its fragment\./s);
});
