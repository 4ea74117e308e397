import { beforeEach, describe, expect, test } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { TRANSPORT_NAMES, type TransportName } from '../../src/resolvers/operation-record.ts';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { codesOf, persisted, postJson, type Reply } from '../harness/clients/graph-client.ts';
import { type LogLine, linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../harness/leaks.ts';
import { answer, hang } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

type Headers = Readonly<Record<string, string>>;
type Answer = Partial<Pick<Reply<unknown>, 'data' | 'errors'>>;

interface Transport {
  readonly name: string;
  /** What log and metrics call it. */
  readonly counted: TransportName;
  /** The client leaves when the signal aborts. */
  ask(body: object, headers: Headers, leaving?: AbortSignal): Promise<Answer>;
}

async function post(path: string, ...asked: Parameters<Transport['ask']>): Promise<Answer> {
  return (await postJson(graph.url + path, ...asked)).json();
}

/** Callbacks have subscriptions alone, and agents name a tool instead of a document. */
const WITHOUT_QUERIES: readonly TransportName[] = ['callback', 'mcp'];

/** Whatever a transport adds of its own, what it passes through is the same for all. */
const TRANSPORTS: readonly Transport[] = [
  {
    name: 'POST /graphql',
    counted: 'graphql',
    ask: (...asked) => post('/graphql', ...asked),
  },
  {
    name: 'GET /graphql',
    counted: 'graphql',
    async ask(body, headers, signal) {
      const parameters = Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]);
      const search = new URLSearchParams(Object.fromEntries(parameters));
      const given = { headers: { accept: 'application/json', ...headers }, signal: signal ?? null };
      return (await fetch(`${graph.url}/graphql?${search}`, given)).json();
    },
  },
  {
    name: 'POST /subgraph',
    counted: 'subgraph',
    ask: (...asked) => post('/subgraph', ...asked),
  },
  {
    name: 'an event stream',
    counted: 'graphql',
    async ask(body, headers, leaving) {
      const accepted = { accept: 'text/event-stream', ...headers };
      const response = await postJson(`${graph.url}/graphql`, body, accepted, leaving);
      const text = await response.text();
      return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
    },
  },
  {
    name: 'a stream of many operations',
    counted: 'stream',
    async ask(body, { 'x-api-key': key = null, authorization }, leaving) {
      const client = await StreamClient.open(graph.url, key, authorization?.slice(7));
      leaving?.addEventListener('abort', () => client.close());
      const { query = undefined, ...rest } = body as { query?: string };
      const response = await client.send({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query,
          ...rest,
          extensions: { ...Object(rest).extensions, operationId: 'a' },
        }),
      });
      const isTaken = response.status === 202;
      if (isTaken) await until(() => client.of('a').isComplete || client.isOver);
      client.close();
      return isTaken ? (client.of('a').payloads[0] ?? {}) : response.json();
    },
  },
];

const BOOK = 'query Book { sportsbook(id: "fanduel") { id } }';
const FANDUEL = { sportsbook: { id: 'fanduel' } };
const VARIABLE = 'query A($id: ID!) { sportsbook(id: $id) { id } }';
const DENIED = 'lowHoldOpportunities(first: 1) { totalCount }';

interface Case {
  readonly body: object;
  readonly data?: object;
  readonly codes?: readonly string[];
  readonly headers?: Headers;
}

/** Each fragment has the next one twice, and the last of them 2^14 fields. */
const MULTIPLYING = [
  '{ sportsbooks { ...F0 } } fragment F14 on Sportsbook { id }',
  ...Array.from(
    { length: 14 },
    (_, i) => `fragment F${i} on Sportsbook { ...F${i + 1} ...F${i + 1} }`,
  ),
].join(' ');

const CASES: Readonly<Record<string, Case>> = {
  'a query': { body: { query: BOOK }, data: FANDUEL },
  'a trusted document by its id': { body: { documentId: 'book' }, data: FANDUEL },
  'a registered document by its hash': {
    body: { extensions: persisted(BOOK) },
    data: FANDUEL,
  },
  'variables, and the operation of a name': {
    body: {
      query: `${VARIABLE} query B { __typename }`,
      variables: { id: 'fanduel' },
      operationName: 'A',
    },
    data: FANDUEL,
  },
  'a field that fails beside others': {
    body: { query: '{ sportsbook(id: "fanduel") { id } odds(first: 0) { totalCount } }' },
    data: { ...FANDUEL, odds: null },
    codes: ['BAD_USER_INPUT'],
  },
  'a document whose fields multiply': {
    body: { query: MULTIPLYING },
    codes: ['QUERY_TOO_COMPLEX'],
  },
  'a field above the tier': {
    body: { query: `{ sportsbook(id: "fanduel") { id } ${DENIED} }` },
    headers: { 'x-api-key': 'demo_hobby' },
    data: { ...FANDUEL, lowHoldOpportunities: null },
    codes: ['TIER_RESTRICTED'],
  },
  'upstream failing': {
    body: { query: '{ __typename events { totalCount } }' },
    data: { __typename: 'Query', events: null },
    codes: ['UPSTREAM_UNAVAILABLE'],
  },
  'no key': { body: { query: BOOK }, headers: {}, codes: ['UNAUTHENTICATED'] },
  'an unknown key': {
    body: { query: BOOK },
    headers: { 'x-api-key': 'unknown' },
    codes: ['UNAUTHENTICATED'],
  },
  'a syntax error': { body: { query: '{' }, codes: ['GRAPHQL_PARSE_FAILED'] },
  'an unknown field': { body: { query: '{ nothing }' }, codes: ['GRAPHQL_VALIDATION_FAILED'] },
  'a missing variable': { body: { query: VARIABLE }, codes: ['BAD_USER_INPUT'] },
  'a missing operation': { body: { query: BOOK, operationName: 'B' }, codes: ['BAD_USER_INPUT'] },
  'a long document': {
    body: { query: `{ ${'id '.repeat(4_100)} }` },
    codes: ['QUERY_TOO_COMPLEX'],
  },
  'a costly document': {
    body: { query: '{ events(first: 200) { nodes { odds { id } } } }' },
    codes: ['QUERY_TOO_COMPLEX'],
  },
  'an unknown id': { body: { documentId: 'unknown' }, codes: ['PERSISTED_QUERY_NOT_FOUND'] },
  'an unknown hash': {
    body: { extensions: persisted('unknown') },
    codes: ['PERSISTED_QUERY_NOT_FOUND'],
  },
};

const documents = new TrustedDocuments([['book', BOOK]]);
const graph = await sharedViewerGraph({
  requestsPerMinute: 1,
  trustedDocuments: { documents, only: false },
});
for (let i = 0; i < 2; i += 1)
  await graph.post(JSON.stringify({ query: BOOK, extensions: persisted(BOOK) }));
beforeEach(() => graph.proxy.spoil('GET /events', answer(500)));

const KEY = { 'x-api-key': 'demo_enterprise' };
const requestIds: unknown[] = [];

/** The lines of operations that are logged from now on. */
function newLines(): () => readonly LogLine[] {
  const logged = graph.log().length;
  return () => linesOf(graph.log().slice(logged), 'operation');
}

describe.each(TRANSPORTS)('through $name', ({ name, ask, counted }) => {
  test.each(Object.entries(CASES))('%s', async (_, { body, data, codes = [], headers }) => {
    const lines = newLines();
    let reply: Answer = {};
    const grown = await growthOf(graph.url, async () => {
      reply = await ask(body, headers ?? KEY);
      await until(() => lines().length > 0);
    });
    expect([reply.data, codesOf(reply)]).toEqual([data, codes]);
    expectNoLeak(JSON.stringify(reply));
    const [line, ...others] = lines();
    expect(others).toEqual([]);
    expect(line?.['requestId']).toMatch(/./);
    expect(requestIds).not.toContain(line?.['requestId']);
    requestIds.push(line?.['requestId']);
    const [code] = codes;
    expect(line).toMatchObject({ transport: counted, ...(code && { codes: { [code]: 1 } }) });
    if (code !== undefined) expect(grown[`errors_total{code="${code}"}`]).toBe(1);
    if (data === undefined && code !== 'UNAUTHENTICATED') expect(graph.proxy.costs).toEqual({});
  });

  test('an operation whose client leaves', async () => {
    graph.proxy.spoil('GET /events', hang);
    const lines = newLines();
    const leaving = new AbortController();
    const query = 'query Left($in: String!) { events(filter: { leagues: [$in] }) { totalCount } }';
    const body = { query, variables: { in: name } }; // Equal requests upstream would be sent once.
    ask(body, KEY, leaving.signal).catch(() => {});
    await until(() => graph.proxy.unanswered === 1);
    leaving.abort();
    await until(() => lines().length > 0);
    expect(lines()).toMatchObject([{ transport: counted, operation: 'Left', aborted: true }]);
  });

  test('the budget of a viewer', async () => {
    const authorization = `Bearer ${await graph.token({ tier: 'pro', sub: name })}`;
    expect(await ask({ query: BOOK }, { authorization })).toMatchObject({ data: FANDUEL });
    const second = await ask({ query: '{ odds { totalCount } }' }, { authorization });
    expect([second.data, codesOf(second)]).toEqual([undefined, ['RATE_LIMITED']]);
  });
});

test('these are all ways in that take queries', () => {
  const named = new Set(TRANSPORT_NAMES).difference(new Set(WITHOUT_QUERIES));
  expect(new Set(TRANSPORTS.map(({ counted }) => counted))).toEqual(named);
});

test('an answer is read, encoded and kept once for all of them', async () => {
  const grown = await growthOf(graph.url, async () => {
    for (const { ask } of TRANSPORTS) {
      expect((await ask({ query: BOOK }, KEY)).data).toEqual(FANDUEL);
    }
  });
  expect(graph.proxy.costs).toEqual({ 'GET /sportsbooks': 1 });
  expect(grown).toMatchObject({ response_cache_hits_total: TRANSPORTS.length - 1 });
});
