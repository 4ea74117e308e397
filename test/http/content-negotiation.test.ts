import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { TRANSPORTS, type Transport } from '../harness/clients/graph-client.ts';
import { RawClient } from '../harness/clients/raw-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

describe('GET /graphql', () => {
  test.each([
    ['text/html', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['application/json, text/html;q=0.1', 'application/json'],
    ['application/json, text/html;q=0', 'application/json'],
    ['*/*', 'application/json'],
  ])('with Accept "%s" responds with %s', async (accept, type) => {
    const response = await fetch(`${graph.url}/graphql?query={__typename}`, {
      headers: { accept },
    });
    expect(response.headers.get('content-type')).toContain(type);
    await response.body?.cancel();
  });
});

/** Posts an operation with an unknown field. */
function postInvalid(accept: string, transport: Transport = '/subgraph'): Promise<Response> {
  return fetch(graph.url + transport, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ nope }' }),
  });
}

describe.each(TRANSPORTS)('an invalid operation at %s', (transport) => {
  test.each([
    ['application/json', 200, 'application/json'],
    ['application/graphql-response+json', 400, 'application/graphql-response+json'],
    [
      'application/graphql-response+json, application/json;q=0.9',
      400,
      'application/graphql-response+json',
    ],
    ['application/graphql-response+json;q=0.5, application/json', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    [
      'text/event-stream, application/json;q=0.1, application/graphql-response+json;q=0.2',
      400,
      'application/graphql-response+json',
    ],
  ])('with Accept "%s" has status %d and type %s', async (accept, status, type) => {
    const response = await postInvalid(accept, transport);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      `${type}; charset=utf-8`,
    ]);
    await response.body?.cancel();
  });
});

const UNAVAILABLE = [
  'application/json;q=0, */*;q=0',
  'application/json;q=0',
  'application/json; charset=utf-16',
  'application/xml',
  'text/plain',
];

describe.each([
  ...UNAVAILABLE.map((accept) => ['/graphql', accept] as const),
  ...['application/xml', 'text/event-stream'].map((accept) => ['/subgraph', accept] as const),
])('at %s with Accept "%s"', (transport, accept) => {
  const send = (query: string) =>
    fetch(graph.url + transport, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
      body: JSON.stringify({ query }),
    });

  test('a mutation is refused with 406, which names the type to accept, counted and not executed', async () => {
    const grown = await growthOf(graph.url, async () => {
      const response = await send('mutation { createApiKey(name: "unread") { secret } }');
      expect(response.status).toBe(406);
      expect(await response.json()).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('accept "application/json"'),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      });
    });
    expect(grown).toMatchObject({ 'errors_total{code="BAD_USER_INPUT"}': 1 });
    expect(graph.proxy.seen).toEqual([]);
  });
});

test.each(['application/json;v=1', 'multipart/mixed;deferSpec=20220824; q=0.9'])(
  'with Accept "%s" an operation is executed at /graphql: parameters do not matter',
  async (accept) => {
    const response = await postInvalid(accept, '/graphql');
    expect(response.status).not.toBe(406);
    expect(await response.text()).toContain('GRAPHQL_VALIDATION_FAILED');
  },
);

test.each(TRANSPORTS)('an empty Accept at %s accepts JSON', async (transport) => {
  const { headers, body } = await request(graph.url + transport, {
    method: 'POST',
    headers: { accept: '', 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ nope }' }),
  });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  await body.dump();
});

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
