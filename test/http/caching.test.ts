import { expect, test } from 'vitest';
import { sharedGraph } from '../harness/servers/shared-graph.ts';

const graph = await sharedGraph();

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };
const KEY = { 'x-api-key': 'demo_enterprise' };
const post = (query: string, headers: object = KEY) => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify({ query }),
});

const ANSWERS: readonly [string, number, string, RequestInit][] = [
  ['a query', 200, '/graphql', post('{ sportsbooks { id } }')],
  ['a document that is not valid', 200, '/subgraph', post('{ nothing }')],
  ['a body of an unknown type', 415, '/graphql', { method: 'POST', body: 'x' }],
  [
    'a query as an event stream',
    200,
    '/graphql',
    post('{ sportsbooks { id } }', { ...KEY, accept: 'text/event-stream' }),
  ],
  ['a page for a browser', 200, '/graphql', { headers: { accept: 'text/html' } }],
  ['a reservation', 201, '/graphql/stream', { method: 'PUT', headers: KEY }],
  ['a stream that is not there', 404, '/graphql/stream', { headers: KEY }],
];

test.each(ANSWERS)(
  'the response to %s (%i) is not cacheable and varies by caller',
  async (_name, status, path, request) => {
    const response = await fetch(graph.url + path, request);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const vary = response.headers.get('vary')?.toLowerCase().split(', ');
    expect(vary).toEqual(expect.arrayContaining(['accept', 'authorization', 'x-api-key']));
    expect(response.headers.get('content-encoding')).toBeNull();
    await response.body?.cancel();
  },
);

test.each(['{ viewer { tier } }', '{ apiKeys { id } }'])(
  'what must be read anew each time is not cacheable, however long upstream takes: %s',
  async (query) => {
    graph.proxy.plan('GET /account/keys', async ({ relay }) => {
      graph.clock.advance(50);
      await relay();
    });
    const response = await fetch(`${graph.url}/graphql?query=${query}`, {
      headers: { ...JSON_TYPE, 'x-api-key': 'demo_sharp' },
    });
    expect(graph.proxy.seen.map(({ route }) => route)).toContain('/account/keys');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBeNull();
    await response.body?.cancel();
  },
);
