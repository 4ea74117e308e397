import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CachingNginx, NGINX } from '../harness/programs/nginx.ts';
import { sharedGraph } from '../harness/servers/shared-graph.ts';

const graph = await sharedGraph();

if (NGINX === null) {
  process.stderr.write('SKIPPED: nginx is not installed, so nothing is tested behind a cache.\n');
}

describe.skipIf(NGINX === null)('behind an nginx that keeps every 200', () => {
  const query = '{ viewer { tier } sportsbooks { id } }';
  const address = `/graphql?query=${encodeURIComponent(query)}`;
  const body = JSON.stringify({ query });
  let nginx: CachingNginx;

  beforeAll(async () => {
    nginx = await CachingNginx.start(graph.url);
  });
  afterAll(() => nginx.stop());

  test('the cache stores a response without Cache-Control, so it works', async () => {
    const server = createServer((_request, response) => response.end('anything'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const cache = await CachingNginx.start(`http://127.0.0.1:${port}`);
    const answers = [await cache.ask('/', {}), await cache.ask('/', {})];
    await cache.stop();
    server.close();
    expect(answers.map((answer) => answer.cache)).toEqual(['MISS', 'HIT']);
  });

  test.each([
    ['GET /graphql', address, null],
    ['POST /graphql', '/graphql', body],
    ['POST /subgraph', '/subgraph', body],
  ])('%s does not return a response to another caller', async (_name, path, sent) => {
    const ask = (headers: Record<string, string>) =>
      nginx.ask(
        path,
        { ...headers, accept: 'application/json', 'content-type': 'application/json' },
        sent,
      );
    const first = await ask({ 'x-api-key': 'demo_enterprise' });
    expect(first).toMatchObject({ status: 200, cache: 'MISS' });
    expect(JSON.parse(first.body).data.viewer.tier).toBe('ENTERPRISE');
    const others = {
      FREE: { 'x-api-key': 'demo_free' },
      PRO: { authorization: 'Bearer demo_pro' },
      ENTERPRISE: { 'x-api-key': 'demo_enterprise' },
    };
    for (const [tier, headers] of Object.entries(others)) {
      const answer = await ask(headers);
      expect(answer).toMatchObject({ status: 200, cache: 'MISS' });
      expect(JSON.parse(answer.body).data.viewer.tier).toBe(tier);
    }
    const nobody = await ask({});
    expect(nobody.status).toBe(401);
    expect(nobody.body).not.toContain('draftkings');
  });
});

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
