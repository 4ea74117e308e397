import { describe, expect, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { sharedGraph, viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';

const KEY = { 'x-api-key': 'demo_enterprise' };
const JSON_TYPE = { accept: 'application/json' };

/** Fresh for two seconds, and other prices for each tier. */
const EVENTS = '{ events(first: 3) { totalCount nodes { id name } } }';
/** Fresh for a second. */
const ODDS = '{ odds(first: 200) { nodes { id price { american } } } }';

const address = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;

const graph = await sharedGraph();

const get = (query: string, headers: Record<string, string> = KEY) =>
  graph.get(address(query), headers);

/** The entity tag of a query's response. */
async function etagOf(query: string, headers: Record<string, string> = KEY): Promise<string> {
  return (await get(query, headers)).headers.get('etag') ?? '';
}

describe('the response to a GET of a query', () => {
  test('may be kept by its client for as long as its data is fresh', async () => {
    const ages = [];
    for (const ms of [0, 500, 500]) {
      graph.clock.advance(ms);
      const { status, headers } = await get(EVENTS);
      ages.push([status, headers.get('cache-control')]);
    }
    expect(ages).toEqual([
      [200, 'private, max-age=2'],
      [200, 'private, max-age=1'],
      [200, 'private, max-age=1'],
    ]);
    expect(graph.proxy.counts).toMatchObject({ 'GET /events': 1 });
  });

  test('has the entity tag of its data, by which an equal one is 304 without a body', async () => {
    const first = await get(EVENTS, { ...KEY, 'accept-encoding': 'identity' });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{43}-graphql-identity"$/);
    for (const held of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await get(EVENTS, { ...KEY, 'if-none-match': held });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('cache-control')).toBe('private, max-age=2');
      expect(again.headers.get('vary')).toContain('Authorization');
      expect(again.headers.has('content-type')).toBe(false);
      expect(again.headers.has('content-length')).toBe(false);
    }
    const other = await get(EVENTS, { ...KEY, 'if-none-match': 'W/"other"' });
    expect(other.data).toEqual(first.data);
    expect(graph.proxy.counts).toMatchObject({ 'GET /events': 1 });
  });

  test('keeps its tag when it is read again and has not changed, and gets another when it has', async () => {
    const etag = await etagOf(ODDS);
    graph.clock.advance(1_000);
    const same = await get(ODDS, { ...KEY, 'if-none-match': etag });
    expect([same.status, graph.proxy.counts['GET /odds']]).toEqual([304, 2]);
    graph.originClock.advance(600_000);
    graph.clock.advance(1_000);
    const changed = await get(ODDS, { ...KEY, 'if-none-match': etag });
    expect([changed.status, changed.errors]).toEqual([200, []]);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('keeps its tag if it has fewer characters than are worth compressing, but more bytes', async () => {
    graph.proxy.rewriteRows('GET /sportsbooks', (book) => {
      return { ...book, display_name: 'é'.repeat(600) };
    });
    const query = '{ sportsbook(id: "fanduel") { displayName } }';
    const held = { 'if-none-match': await etagOf(query) };
    expect((await get(query, { ...KEY, ...held })).status).toBe(304);
  });

  test('has another tag in each media type and coding', async () => {
    const [gzip, identity] = [{ 'accept-encoding': 'gzip' }, { 'accept-encoding': 'identity' }];
    const variants = [identity, gzip, { ...identity, ...JSON_TYPE }, { ...gzip, ...JSON_TYPE }];
    const etags = [];
    for (const headers of variants) etags.push(await etagOf(ODDS, { ...KEY, ...headers }));
    expect(new Set(etags).size).toBe(variants.length);
    const [plain = ''] = etags;
    expect((await get(ODDS, { ...KEY, ...gzip, 'if-none-match': plain })).status).toBe(200);
  });

  test('that needed nothing of upstream is kept for a minute', async () => {
    await get('{ viewer { tier } }'); // Upstream accepts the key.
    const { headers, status } = await get('{ __typename }');
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
  });
});

test.each([
  ['what every request changes', () => get('{ viewer { tier } }')],
  ['a list of keys, which has to be current', () => get('{ apiKeys { id } }')],
  ['a mutation by GET', () => get('mutation { deleteApiKey(id: "9") { id } }')],
  ['a query with an error', () => get('{ events(first: 0) { totalCount } sportsbooks { id } }')],
  [
    'a query with a field above the tier',
    () =>
      get('{ sportsbooks { id } lowHoldOpportunities(first: 1) { totalCount } }', {
        'x-api-key': 'demo_free',
      }),
  ],
  ['a document that is not valid', () => get('{ nothing }')],
  ['a query without a key', () => get(EVENTS, {})],
  ['introspection without a key', () => get('{ __typename }', {})],
  ['a query with an unknown key', () => get(EVENTS, { 'x-api-key': 'unknown' })],
])(
  'what depends on more than its URL and its caller is neither kept nor answered again: %s',
  async (_name, ask) => {
    await ask();
    let headers = new Headers();
    const grown = await growthOf(graph.url, async () => {
      ({ headers } = await ask());
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.has('etag')).toBe(false);
    expect(grown).not.toHaveProperty('request_cache_hits_total');
  },
);

describe('credentials', () => {
  const QUERY = '{ odds(first: 200) { nodes { id } } }';

  test('never share a response, even if one names the tag of the other', async () => {
    const pro = { 'x-api-key': 'demo_pro' };
    const [ofPro, ofFree] = [await get(QUERY, pro), await get(QUERY, { 'x-api-key': 'demo_free' })];
    expect(ofFree.data).not.toEqual(ofPro.data);
    const etag = ofPro.headers.get('etag') ?? '';
    for (const headers of [{ 'x-api-key': 'demo_free' }, { authorization: 'Bearer demo_free' }]) {
      const reply = await get(QUERY, { ...headers, 'if-none-match': etag });
      expect([reply.status, reply.data]).toEqual([200, ofFree.data]);
    }
    for (const headers of [{}, { 'x-api-key': 'unknown' }] as Record<string, string>[]) {
      const reply = await get(QUERY, { ...headers, 'if-none-match': etag });
      expect([reply.status, reply.headers.get('etag')]).toEqual([401, null]);
    }
  });

  test('and all other headers that matter are named in Vary', async () => {
    const { headers } = await get(QUERY);
    expect(headers.get('vary')).toBe(
      'Accept, Accept-Encoding, Authorization, X-API-Key, x-graphql-event-stream-token',
    );
  });
});

test('with viewers, a cookie and the page that sent it are named in Vary, and viewers get what their tier may see', async () => {
  const viewers = await viewerGraphOfTest();
  const [free, pro] = [
    await viewers.token({ sub: 'f', tier: 'free' }),
    await viewers.token({ sub: 'p', tier: 'pro' }),
  ];
  const path = address('{ odds(first: 200) { nodes { id } } }');
  const byCookie = await viewers.get(path, { cookie: `session=${pro}` });
  expect(byCookie.headers.get('cache-control')).toBe('private, max-age=1');
  const vary = byCookie.headers.get('vary')?.toLowerCase().split(', ');
  expect(vary).toEqual(expect.arrayContaining(['cookie', 'origin', 'authorization']));
  const held = { 'if-none-match': byCookie.headers.get('etag') ?? '' };
  expect((await viewers.get(path, { cookie: `session=${pro}`, ...held })).status).toBe(304);
  const ofFree = await viewers.get(path, { cookie: `session=${free}`, ...held });
  expect(ofFree.status).toBe(200);
  expect(ofFree.data).not.toEqual(byCookie.data);
  const foreign = { cookie: `session=${pro}`, origin: 'https://evil.example', ...held };
  expect((await viewers.get(path, foreign)).status).toBe(401);
});

const post = (query: string, headers: object = KEY) => ({
  method: 'POST',
  headers: { ...JSON_TYPE, 'content-type': 'application/json', ...headers },
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
