import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { answer } from '../harness/servers/faults.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

const GRAPHQL = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

let graph: ViewerGraph;

beforeAll(async () => {
  graph = await startViewerGraph({
    requestsPerMinute: 2,
    trustedDocuments: { documents: new TrustedDocuments([]), only: false },
  });
});
afterAll(() => graph.stop());

const KEY = { 'x-api-key': 'demo_hobby' };
const hash = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
const VARIABLE = 'query ($first: Int!) { events(first: $first) { totalCount } }';

/** What a response with a status contains. */
type Content = 'data' | 'data and errors' | 'errors';

/**
 * What each status means: what is sent, the status of a response of type application/graphql-response+json,
 * that of application/json, what both contain, and the code of the first error.
 */
const STATUSES: readonly [
  name: string,
  body: object | string,
  graphql: number,
  json: number,
  content: Content,
  code?: string,
  headers?: Readonly<Record<string, string>>,
][] = [
  ['a query', { query: '{ viewer { tier } }' }, 200, 200, 'data'],
  [
    'a query with a field above the tier',
    { query: '{ viewer { tier } lowHoldOpportunities(first: 1) { totalCount } }' },
    294,
    200,
    'data and errors',
    'TIER_RESTRICTED',
  ],
  [
    'a query whose only field fails',
    { query: '{ lowHoldOpportunities(first: 1) { totalCount } }' },
    294,
    200,
    'data and errors',
    'TIER_RESTRICTED',
  ],
  [
    'a query with a bad argument',
    { query: '{ events(first: 0) { totalCount } }' },
    294,
    200,
    'data and errors',
    'BAD_USER_INPUT',
  ],
  [
    'a mutation on something that does not exist',
    { query: 'mutation { deleteApiKey(id: "9") { id } }' },
    294,
    200,
    'data and errors',
    'NOT_FOUND',
  ],
  [
    'a query without a key beside an open field',
    { query: '{ __typename viewer { tier } }' },
    294,
    200,
    'data and errors',
    'UNAUTHENTICATED',
    { 'x-api-key': '' },
  ],
  [
    'a query without a key',
    { query: '{ viewer { tier } events { totalCount } }' },
    401,
    401,
    'errors',
    'UNAUTHENTICATED',
    { 'x-api-key': '' },
  ],
  [
    'entities without a key',
    { query: '{ _entities(representations: [{ __typename: "Event", id: "1" }]) { __typename } }' },
    401,
    401,
    'errors',
    'UNAUTHENTICATED',
    { 'x-api-key': '' },
  ],
  ['a body that is not JSON', '{', 400, 400, 'errors', 'BAD_USER_INPUT'],
  ['a syntax error', { query: '{' }, 400, 200, 'errors', 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', { query: '{ nope }' }, 400, 200, 'errors', 'GRAPHQL_VALIDATION_FAILED'],
  [
    'two operations and no name',
    { query: 'query A { __typename } query B { __typename }' },
    400,
    200,
    'errors',
    'BAD_USER_INPUT',
  ],
  [
    'a missing variable',
    { query: VARIABLE, variables: { first: null } },
    400,
    200,
    'errors',
    'BAD_USER_INPUT',
  ],
  [
    'an operation that asks for too much',
    { query: '{ events(first: 200) { nodes { odds { id } } } }' },
    400,
    200,
    'errors',
    'QUERY_TOO_COMPLEX',
  ],
  ['an unknown hash', { extensions: hash }, 404, 200, 'errors', 'PERSISTED_QUERY_NOT_FOUND'],
  [
    'an unknown document id',
    { documentId: 'unknown' },
    404,
    404,
    'errors',
    'PERSISTED_QUERY_NOT_FOUND',
  ],
];

function send(
  transport: string,
  accept: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(graph.url + transport, {
    method: 'POST',
    headers: { ...KEY, 'content-type': JSON_TYPE, accept, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function contentOf(response: Response) {
  const { data, errors } = await response.json();
  const parts = [data !== undefined && 'data', errors !== undefined && 'errors'];
  return [parts.filter(Boolean).join(' and '), errors?.[0].extensions.code];
}

describe.each(TRANSPORTS)('at %s', (transport) => {
  test.each(STATUSES)(
    'the response to %s',
    async (_name, body, graphql, json, content, code, headers) => {
      for (const [accept, status] of [
        [GRAPHQL, graphql],
        [JSON_TYPE, json],
        ['*/*', json],
      ] as const) {
        const response = await send(transport, accept, body, headers);
        expect([accept, response.status]).toEqual([accept, status]);
        expect(await contentOf(response)).toEqual([content, code]);
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

  test('upstream failures have the status of the data beside them', async () => {
    graph.fresh();
    graph.proxy.spoil('GET /events', answer(500));
    const query = '{ __typename events(first: 1) { totalCount } }';
    const response = await send(transport, GRAPHQL, { query });
    expect(response.status).toBe(294);
    expect(await contentOf(response)).toEqual(['data and errors', 'UPSTREAM_UNAVAILABLE']);
    graph.fresh();
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
      expect((await contentOf(response))[0]).toBe('errors');
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

test('an event stream has 200, and the errors of its results are in its events', async () => {
  const response = await fetch(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE, accept: 'text/event-stream' },
    body: JSON.stringify({ query: '{ viewer { tier } }' }),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('"code":"UNAUTHENTICATED"');
  expect(text).not.toContain('"data"');
});
