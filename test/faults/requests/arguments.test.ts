import { expect, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { sharedGraph } from '../../harness/servers/shared-graph.ts';

const graph = await sharedGraph();

const long = (length: number) => 'x'.repeat(length);
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

const EVENTS = 'query ($v: EventFilter) { it: events(filter: $v) { totalCount } }';
const ODDS = 'query ($v: OddsFilter) { it: odds(filter: $v) { totalCount } }';
const CHANGES = `query ($v: OddsFilter) {
  it: oddsChanges(since: "2026-07-14T19:00:00Z", filter: $v) { totalCount } }`;
const SPORTSBOOKS = 'query ($v: SportsbookFilter) { it: sportsbooks(filter: $v) { id } }';

/** A query, an invalid value of its `$v`, and the path of the argument that the error must name. */
const CASES: readonly [string, unknown, string][] = [
  [EVENTS, { sports: ['basketball,hockey'] }, 'filter.sports.0'],
  [EVENTS, { leagues: ['nba', ''] }, 'filter.leagues.1'],
  [EVENTS, { leagues: ['  '] }, 'filter.leagues.0'],
  [EVENTS, { sportsbooks: ['circa\r\nX-API-Key: stolen'] }, 'filter.sportsbooks.0'],
  [EVENTS, { sports: ['nul\u0000'] }, 'filter.sports.0'],
  [EVENTS, { sports: ['del\u007f'] }, 'filter.sports.0'],
  [EVENTS, { leagues: [long(257)] }, 'filter.leagues.0'],
  [EVENTS, { leagues: Array.from({ length: 100 }, () => long(80)) }, 'filter.leagues'],
  [EVENTS, { team: '' }, 'filter.team'],
  [EVENTS, { search: long(257) }, 'filter.search'],
  ...['2026-02-30', '2026-7-14', 'today', '2026-07-14T00:00:00Z'].map(
    (date): [string, unknown, string] => [EVENTS, { date }, 'filter.date'],
  ),
  [ODDS, { eventIds: ['a,b'] }, 'filter.eventIds.0'],
  [ODDS, { sports: ['a,b'] }, 'filter.sports.0'],
  [ODDS, { markets: ['moneyline,point_spread'] }, 'filter.markets.0'],
  [ODDS, { minAmerican: 110, maxAmerican: 109.5 }, 'filter.minAmerican'],
  [CHANGES, { sportsbooks: [','] }, 'filter.sportsbooks.0'],
  [CHANGES, { minAmerican: 1, maxAmerican: -1 }, 'filter.minAmerican'],
  [SPORTSBOOKS, { regions: [''] }, 'filter.regions.0'],
  ['query ($v: ID!) { it: event(id: $v) { id } }', '', 'id'],
  ['query ($v: ID!) { it: event(id: $v) { id } }', 'a\nb', 'id'],
  ['query ($v: ID!) { it: sportsbook(id: $v) { id } }', ' ', 'id'],
  ['query ($v: String) { it: events(after: $v) { totalCount } }', 'nonsense', 'after'],
  ['query ($v: String) { it: events(after: $v) { totalCount } }', '', 'after'],
  ['query ($v: String) { it: odds(after: $v) { totalCount } }', cursor(null), 'after'],
  ['query ($v: String) { it: odds(after: $v) { totalCount } }', cursor(['x', -1, null]), 'after'],
  ['query ($v: String) { it: odds(after: $v) { totalCount } }', cursor(['x', 1, 5]), 'after'],
  ['query ($v: String) { it: odds(after: $v) { totalCount } }', cursor(['x', 1e99, null]), 'after'],
];

test.each(CASES)(
  '%s refuses %j, names the argument %s and sends no upstream request',
  async (query, v, argument) => {
    const reply = await graph.ask<{ it: unknown }>(query, { variables: { v } });
    expect(reply.status).toBe(294);
    expect(reply.data).toEqual({ it: null });
    expect(reply.errors).toHaveLength(1);
    expect(reply.errors[0]).toMatchObject({
      path: ['it'],
      extensions: { code: 'BAD_USER_INPUT', argument },
    });
    expect(graph.proxy.counts).toEqual({});
    expectNoLeak(reply.text);
  },
);

const NESTED: readonly [string, string, string][] = [
  ['odds', 'odds(filter: { sportsbooks: ["a,b"] }) { key }', 'filter.sportsbooks.0'],
  ['odds', 'odds(filter: { markets: [""] }) { key }', 'filter.markets.0'],
  ['odds', 'odds(filter: { selectionTypes: ["a\\u0001"] }) { key }', 'filter.selectionTypes.0'],
  ['odds', 'odds(filter: { minAmerican: 2, maxAmerican: 1 }) { id }', 'filter.minAmerican'],
  ['comparison', 'comparison(markets: ["a,b"]) { eventId }', 'markets.0'],
  ['comparison', 'comparison(sportsbooks: ["ok", ""]) { eventId }', 'sportsbooks.1'],
];

test.each(NESTED)(
  'Event.%s refuses `%s` and names the argument %s, without failing the event',
  async (field, selection, argument) => {
    const reply = await graph.ask(`{ events(first: 1) { nodes { id ${selection} } } }`);
    expect(reply.errors).toHaveLength(1);
    expect(reply.errors[0]).toMatchObject({
      path: ['events', 'nodes', 0, field],
      extensions: { code: 'BAD_USER_INPUT', argument },
    });
    expect(reply.data.events?.nodes[0]?.id).toEqual(expect.any(String));
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
  },
);

const VARIABLES: readonly [string, unknown, string][] = [
  ['query ($v: Int) { events(first: $v) { totalCount } }', 'ten', 'a string for a number'],
  ['query ($v: Int) { events(first: $v) { totalCount } }', 1.5, 'a fraction for an integer'],
  ['query ($v: Int) { events(first: $v) { totalCount } }', 2 ** 31, 'a number beyond 32 bits'],
  ['query ($v: ID!) { event(id: $v) { id } }', null, 'null for a required value'],
  ['query ($v: ID!) { event(id: $v) { id } }', undefined, 'no value for a required variable'],
  ['query ($v: ID!) { event(id: $v) { id } }', ['a'], 'a list for a single value'],
  [EVENTS, { nonsense: 1 }, 'an unknown input field'],
  [
    'query ($v: OddsSortField!) { odds(sort: { field: $v }) { totalCount } }',
    'PRICE',
    'an unknown enum value',
  ],
  ...[
    ['yesterday', 'no date'],
    ['2026-07-14', 'a day without a time'],
    ['2026-07-14T19:00:00', 'a time without a zone'],
    ['2026-02-30T00:00:00Z', 'a day that does not exist'],
    ['2026-07-14T25:00:00Z', 'an hour that does not exist'],
    [1_784_000_000, 'a number'],
  ].map(([value, name]): [string, unknown, string] => [
    'query ($v: DateTime!) { oddsChanges(since: $v) { totalCount } }',
    value,
    `${name} for a DateTime`,
  ]),
];

test.each(VARIABLES)('%s refuses the variable %j: %s', async (query, v) => {
  const reply = await graph.ask(query, { variables: { v } });
  expect(reply.data).toBeUndefined();
  expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
  expect(reply.errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: '$v' });
  expect(graph.proxy.counts).toEqual({});
  expectNoLeak(reply.text);
});

test.each([
  '2026-07-14T19:00Z',
  '2026-07-14T19:00:00Z',
  '2026-07-14T19:00:00.123456789Z',
  '2026-07-14T19:00:00+02:00',
  '2028-02-29T00:00:00Z',
  '2026-07-14t19:00:00z',
])('%s is a valid DateTime, as a variable and as a literal', async (since) => {
  const query = `query ($v: DateTime!) { a: oddsChanges(since: $v) { totalCount }
      b: oddsChanges(since: "${since}") { totalCount } }`;
  const { data, errors } = await graph.ask(query, { variables: { v: since } });
  expect(errors).toEqual([]);
  expect(data).toEqual({
    a: { totalCount: expect.any(Number) },
    b: { totalCount: expect.any(Number) },
  });
});

const LITERALS = [
  '{ events(first: "ten") { totalCount } }',
  '{ events(filter: { nonsense: 1 }) { totalCount } }',
  '{ oddsChanges(since: "2026-02-30T00:00:00Z") { totalCount } }',
];

test.each(LITERALS)('%s is invalid, and the error has its location', async (query) => {
  const reply = await graph.ask(query);
  expect(reply.status).toBe(400);
  expect(codesOf(reply)).toContain('GRAPHQL_VALIDATION_FAILED');
  expect(reply.errors[0]?.locations).toEqual([expect.objectContaining({ line: 1 })]);
  expect(reply.data).toBeUndefined();
  expect(graph.proxy.counts).toEqual({});
});

test.each(['{', '', '{ a: }'])(
  'the document `%s` is a syntax error, without an upstream request',
  async (query) => {
    const reply = await graph.ask(query);
    expect(reply.status).toBe(400);
    expect(reply.data).toBeUndefined();
    expect(reply.errors).toHaveLength(1);
    expect(['GRAPHQL_PARSE_FAILED', 'BAD_REQUEST', 'BAD_USER_INPUT']).toContain(codesOf(reply)[0]);
    expect(graph.proxy.counts).toEqual({});
  },
);

test('a document with several operations requires an operation name', async () => {
  const document = 'query A { __typename } query B { __typename }';
  expect((await graph.ask(document, { operationName: 'B' })).errors).toEqual([]);
  expect(codesOf(await graph.ask(document))).toHaveLength(1);
  expect(codesOf(await graph.ask(document, { operationName: 'C' }))).toHaveLength(1);
});

test('infinite American odds are refused', async () => {
  const reply = await graph.ask('{ odds(filter: { minAmerican: 1e999 }) { totalCount } }');
  expect(codesOf(reply)).toHaveLength(1);
  expect(graph.proxy.counts).toEqual({});
});

test('unknown events, sportsbooks and filter values are not errors', async () => {
  const reply = await graph.ask(`{ event(id: "nothing") { id } sportsbook(id: "nobody") { id }
    events(filter: { leagues: ["none"] }) { totalCount nodes { id } }
    odds(filter: { markets: ["none"] }) { totalCount nodes { id } } }`);
  expect(reply.errors).toEqual([]);
  expect(reply.data).toEqual({
    event: null,
    sportsbook: null,
    events: { totalCount: 0, nodes: [] },
    odds: { totalCount: 0, nodes: [] },
  });
});

test('texts reach upstream unchanged, even if they contain URL syntax', async () => {
  const search = 'a&b=c#d?e%20f+g/../ü "quoted"';
  const { errors } = await graph.ask(
    'query ($s: String) { events(filter: { search: $s }) { totalCount } }',
    {
      variables: { s: search },
    },
  );
  expect(errors).toEqual([]);
  expect(graph.proxy.seen[0]?.query.get('q')).toBe(search);
  expect([...(graph.proxy.seen[0]?.query.keys() ?? [])].sort()).toEqual(['limit', 'q']);
});
