import { expect, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';

const graph = await sharedGraph();

const long = (length: number) => 'x'.repeat(length);
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

const EVENTS = 'query ($v: EventFilter) { it: events(filter: $v) { totalCount } }';
const ODDS = 'query ($v: OddsFilter) { it: odds(filter: $v) { totalCount } }';
const LOW_HOLDS =
  'query ($v: LowHoldFilter) { it: lowHoldOpportunities(filter: $v) { totalCount } }';
const opportunities = (minimum: string) =>
  `query ($v: Float) { it: opportunities(${minimum}: $v) { totalCount } }`;
const EVENT = 'query ($v: ID!) { it: event(id: $v) { id } }';
const LINKS = 'query ($v: String!) { it: deepLinks(ids: ["1"], state: $v) { url } }';
const AFTER = 'query ($v: String) { it: odds(after: $v) { totalCount } }';
const KEY = 'mutation ($v: String!) { it: createApiKey(name: $v) { secret } }';

/** A query, an invalid value of its `$v`, and the path of the argument that the error must name. */
const CASES: readonly [string, unknown, string][] = [
  [EVENTS, { sports: ['basketball,hockey'] }, 'filter.sports.0'],
  [EVENTS, { leagues: ['nba', ' '] }, 'filter.leagues.1'],
  [EVENTS, { sportsbooks: ['circa\r\nX-API-Key: stolen'] }, 'filter.sportsbooks.0'],
  [EVENTS, { leagues: Array.from({ length: 100 }, () => long(60)) }, 'filter.leagues'],
  ...[long(257), '\u0301 \u0308', 'a\ud800'].map((search): [string, unknown, string] => [
    EVENTS,
    { search },
    'filter.search',
  ]),
  ...['2026-02-30', '2026-7-14', 'today', '2026-07-14T00:00:00Z'].map(
    (date): [string, unknown, string] => [EVENTS, { date }, 'filter.date'],
  ),
  [ODDS, { minAmerican: 110, maxAmerican: 109.5 }, 'filter.minAmerican'],
  [LOW_HOLDS, { maxHoldPercent: -0.1 }, 'filter.maxHoldPercent'],
  [LOW_HOLDS, { maxHoldPercent: 100.5 }, 'filter.maxHoldPercent'],
  [opportunities('minEvPercent'), -0.1, 'minEvPercent'],
  [opportunities('minProfitPercent'), -1, 'minProfitPercent'],
  [EVENT, '', 'id'],
  [EVENT, 'a\nb', 'id'],
  [LINKS, '', 'state'],
  [LINKS, 'n1', 'state'],
  [LINKS, 'penn', 'state'],
  [KEY, '', 'name'],
  [KEY, 'a\u0000', 'name'],
  ...['nonsense', '', cursor(null), cursor(['x', -1, null]), cursor(['x', 1, 5])].map(
    (after): [string, unknown, string] => [AFTER, after, 'after'],
  ),
  [AFTER, cursor(['x', 1e99, null]), 'after'],
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
    expect(graph.proxy.costs).toEqual({});
    expectNoLeak(reply.text);
  },
);

const NESTED: readonly [string, string, string][] = [
  ['odds', 'odds(filter: { sportsbooks: ["a,b"] }) { key }', 'filter.sportsbooks.0'],
  ['odds', 'odds(filter: { minAmerican: 2, maxAmerican: 1 }) { id }', 'filter.minAmerican'],
  ['comparison', 'comparison(sportsbooks: ["ok", ""]) { eventId }', 'sportsbooks.1'],
  ['splits', 'splits(sportsbooks: ["a,b"]) { eventId }', 'sportsbooks.0'],
  ['splitsHistory', 'splitsHistory(first: 0) { oldest }', 'first'],
  ['splitsHistory', 'splitsHistory(first: 201) { oldest }', 'first'],
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

const FIRST = 'query ($v: Int) { events(first: $v) { totalCount } }';
const SINCE = 'query ($v: DateTime!) { oddsChanges(since: $v) { totalCount } }';

const VARIABLES: readonly [string, unknown][] = [
  ...['ten', 1.5, 2 ** 31].map((v): [string, unknown] => [FIRST, v]),
  ...[null, undefined, ['a']].map((v): [string, unknown] => [EVENT, v]),
  [EVENTS, { nonsense: 1 }],
  ['query ($v: OddsSortField!) { odds(sort: { field: $v }) { totalCount } }', 'PRICE'],
  ...[
    ...['yesterday', '2026-07-14', '2026-07-14T19:00:00', '2026-02-30T00:00:00Z'],
    ...['2026-07-14T25:00:00Z', 1_784_000_000],
  ].map((v): [string, unknown] => [SINCE, v]),
];

test.each(VARIABLES)('%s refuses the variable %j', async (query, v) => {
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
  const data = await graph.dataOf(query, { variables: { v: since } });
  expect(data).toEqual({
    a: { totalCount: expect.any(Number) },
    b: { totalCount: expect.any(Number) },
  });
});

test.each([
  ['{ events(first: "ten") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ events(filter: { nonsense: 1 }) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ oddsChanges(since: "2026-02-30T00:00:00Z") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{', 'GRAPHQL_PARSE_FAILED'],
  ['{ a: }', 'GRAPHQL_PARSE_FAILED'],
])('%s is refused, and the error has its location', async (query, code) => {
  const reply = await graph.ask(query);
  expect([reply.status, reply.data]).toEqual([400, undefined]);
  expect(codesOf(reply)).toContain(code);
  expect(reply.errors[0]?.locations).toEqual([expect.objectContaining({ line: 1 })]);
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
