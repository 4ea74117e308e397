import { describe, expect, test } from 'vitest';
import { postJson, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { RawClient } from '../harness/clients/raw-client.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';

const GRAPHQL = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

/** Without the tools of agents, so that no document is published. */
const graph = await sharedViewerGraph({ requestsPerMinute: 2, mcp: false });

const KEY = { 'x-api-key': 'demo_hobby' };
const hash = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
const VARIABLE = 'query ($first: Int!) { events(first: $first) { totalCount } }';

const NO_KEY = { 'x-api-key': '' };

interface Case {
  readonly body: object | string;
  /** The statuses of a response of type application/graphql-response+json, and of application/json. */
  readonly status: readonly [graphql: number, json: number];
  /** That of the first error. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PARTIAL = [294, 200] as const;
const DENIED = 'lowHoldOpportunities(first: 1) { totalCount }';

/** What each status means. */
const CASES: Readonly<Record<string, Case>> = {
  'a query': { body: { query: '{ viewer { tier } }' }, status: [200, 200] },
  'a query with a field above the tier': {
    ...{ body: { query: `{ viewer { tier } ${DENIED} }` }, status: PARTIAL },
    code: 'TIER_RESTRICTED',
  },
  'a query whose only field fails': {
    ...{ body: { query: `{ ${DENIED} }` }, status: PARTIAL, code: 'TIER_RESTRICTED' },
  },
  'a query with a bad argument': {
    body: { query: '{ events(first: 0) { totalCount } }' },
    ...{ status: PARTIAL, code: 'BAD_USER_INPUT' },
  },
  'a mutation on something that does not exist': {
    body: { query: 'mutation { deleteApiKey(id: "9") { id } }' },
    ...{ status: PARTIAL, code: 'NOT_FOUND' },
  },
  'a query without a key beside an open field': {
    body: { query: '{ __typename viewer { tier } }' },
    ...{ status: PARTIAL, code: 'UNAUTHENTICATED', headers: NO_KEY },
  },
  'a query without a key': {
    body: { query: '{ viewer { tier } events { totalCount } }' },
    ...{ status: [401, 401], code: 'UNAUTHENTICATED', headers: NO_KEY },
  },
  'entities without a key': {
    body: {
      query: '{ _entities(representations: [{ __typename: "Event", id: "1" }]) { __typename } }',
    },
    ...{ status: [401, 401], code: 'UNAUTHENTICATED', headers: NO_KEY },
  },
  'a body that is not JSON': { body: '{', status: [400, 400], code: 'BAD_USER_INPUT' },
  'a syntax error': { body: { query: '{' }, status: [400, 200], code: 'GRAPHQL_PARSE_FAILED' },
  'an unknown field': {
    ...{ body: { query: '{ nope }' }, status: [400, 200], code: 'GRAPHQL_VALIDATION_FAILED' },
  },
  'two operations and no name': {
    body: { query: 'query A { __typename } query B { __typename }' },
    ...{ status: [400, 200], code: 'BAD_USER_INPUT' },
  },
  'a missing variable': {
    body: { query: VARIABLE, variables: { first: null } },
    ...{ status: [400, 200], code: 'BAD_USER_INPUT' },
  },
  'an operation that asks for too much': {
    body: { query: '{ events(first: 200) { nodes { odds { id } } } }' },
    ...{ status: [400, 200], code: 'QUERY_TOO_COMPLEX' },
  },
  'an unknown hash': {
    ...{ body: { extensions: hash }, status: [404, 200], code: 'PERSISTED_QUERY_NOT_FOUND' },
  },
  'an unknown document id': {
    body: { documentId: 'unknown' },
    ...{ status: [404, 404], code: 'PERSISTED_QUERY_NOT_FOUND' },
  },
};

/** The parts of a response with a status. */
function partsOf(status: number): string {
  return status === 294 ? 'errors and data' : status === 200 ? 'data' : 'errors';
}

function send(
  transport: string,
  accept: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return postJson(graph.url + transport, body, { ...KEY, accept, ...headers });
}

/** The parts of a response in order, errors first so that readers see them first; and the code of the first error. */
async function contentOf(response: Response) {
  const { extensions: _, ...parts } = await response.json();
  return [Object.keys(parts).join(' and '), parts.errors?.[0].extensions.code];
}

describe.each(TRANSPORTS)('at %s', (transport) => {
  test.each(Object.entries(CASES))(
    'the response to %s',
    async (_, { body, status: [graphql, json], code, headers }) => {
      for (const [accept, status] of [
        [GRAPHQL, graphql],
        [JSON_TYPE, json],
        ['*/*', json],
      ] as const) {
        const response = await send(transport, accept, body, headers);
        expect([accept, response.status]).toEqual([accept, status]);
        expect(await contentOf(response)).toEqual([partsOf(graphql), code]);
      }
    },
  );

  test('the status of an answer with data and errors has its phrase', async () => {
    const query = '{ events(first: 0) { totalCount } }';
    const response = await send(transport, GRAPHQL, { query });
    expect([response.status, response.statusText]).toEqual([294, 'Partial Success']);
    expect(response.headers.get('content-type')).toBe(`${GRAPHQL}; charset=utf-8`);
  });

  test('a viewer who has used up the budget has 429, and when to try again', async () => {
    const token = await graph.token({ tier: 'pro', sub: `viewer at ${transport}` });
    const headers = { 'x-api-key': '', authorization: `Bearer ${token}` };
    const ask = (first: number, accept: string) =>
      send(transport, accept, { query: `{ odds(first: ${first}) { nodes { id } } }` }, headers);
    for (const first of [1, 2]) expect((await ask(first, GRAPHQL)).status).toBe(200);
    for (const accept of [GRAPHQL, JSON_TYPE]) {
      const refused = await ask(3, accept);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
      ]);
      expect(await contentOf(refused)).toEqual(['errors', 'RATE_LIMITED']);
    }
  });
});

test.each([
  ['GET', '/graphql?query=mutation{__typename}', 'POST'],
  ['GET', '/subgraph?query={__typename}', 'POST'],
  ...['PUT', 'DELETE', 'PATCH'].flatMap((method) => [
    [method, '/graphql', 'GET, POST'],
    [method, '/subgraph', 'POST'],
  ]),
])(
  'a method that is not allowed has 405 and the one that is: %s %s',
  async (method, path, allowed) => {
    for (const accept of [GRAPHQL, JSON_TYPE]) {
      const headers = { ...KEY, accept };
      const response = await fetch(graph.url + path, { method, headers });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
      const { errors, data } = await response.json();
      expect([errors[0].message.includes('POST'), data]).toEqual([true, undefined]);
    }
  },
);

test('a subscription that is no valid operation has the status of its error in JSON', async () => {
  const query = 'subscription ($size: Int!) { liveOdds(chunkSize: $size) { __typename } }';
  for (const [accept, status] of [
    [GRAPHQL, 400],
    [JSON_TYPE, 200],
  ] as const) {
    const response = await send('/graphql', accept, { query });
    expect([accept, response.status]).toEqual([accept, status]);
    expect(await contentOf(response)).toEqual(['errors', 'BAD_USER_INPUT']);
  }
});

test('a URL that is too long to be read has 431 and a GraphQL error, which pages may read', async () => {
  const response = await fetch(`${graph.url}/graphql?query={__typename}${'%20'.repeat(7_000)}`);
  expect(response.status).toBe(431);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const message =
    'The URL and the headers are larger than 16384 bytes. Send a long document by POST.';
  const error = { message, extensions: { code: 'BAD_USER_INPUT' } };
  expect(await response.json()).toEqual({ errors: [error] });
});

test('what is no request has 400 and a GraphQL error', async () => {
  const answer = await RawClient.exchange(graph.url, 'hello\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const error = { message: 'The request cannot be read.', extensions: { code: 'BAD_USER_INPUT' } };
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ errors: [error] });
});

test('what is no request ends a connection in the middle of a response without another one', async () => {
  const client = await RawClient.connect(graph.url);
  const query = 'subscription { liveOdds(filter: { markets: ["moneyline"] }) { __typename } }';
  const key = { 'x-api-key': 'demo_pro', accept: 'text/event-stream' };
  client.post('/graphql', JSON.stringify({ query }), key);
  await client.read(200);
  client.send('hello\r\n\r\n');
  await client.read();
  expect(client.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
