import { expect, onTestFinished, test } from 'vitest';
import { codesOf, TRANSPORTS } from '../../harness/clients/graph-client.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { wrapResolver } from '../../harness/wrap-resolver.ts';

const graph = await sharedGraph();

const times = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');

/** Fragments that spread the next one ten times each: few tokens for many fields. */
const bomb = `{ sportsbooks { ...F0 } }
  ${times(4, (i) => `fragment F${i} on Sportsbook { ${times(10, () => `...F${i + 1}`)} }`)}
  fragment F4 on Sportsbook { id name }`;

const cycle = `{ sportsbooks { ...A } }
  fragment A on Sportsbook { ...B } fragment B on Sportsbook { ...A }`;

/** A description, a document, and the limit that it exceeds. */
const TOO_MUCH: readonly [string, string, string, number][] = [
  ['a long document', `{ __typename } # ${'x'.repeat(100_000)}`, 'characters', 100_000],
  ['a document of many lines', `${'\r\n'.repeat(5_000)}{ __typename }`, 'lines', 5_000],
  ['a document with many tokens', `{ ${times(4_100, () => 'id')} }`, 'tokens', 4_000],
  [
    'deeply nested fields',
    `{ odds { nodes ${'{ event { odds '.repeat(9)} { key } ${'} }'.repeat(9)} } }`,
    'depth',
    16,
  ],
  ['many aliases', `{ ${times(61, (i) => `a${i}: viewer { tier }`)} }`, 'aliases', 60],
  ['a long alias', `{ ${'a'.repeat(129)}: __typename }`, 'aliasCharacters', 128],
  ['many directives', `{ __typename ${times(61, () => '@include(if: true)')} }`, 'directives', 60],
  [
    'the schema several times',
    `{ ${times(3, (i) => `a${i}: __schema { types { name } }`)} }`,
    'introspectionAliases',
    1,
  ],
  [
    'the fields of types several times',
    `{ __schema { types { ...T } } } fragment T on __Type { a: fields { name } b: fields { name } }`,
    'introspectionAliases',
    1,
  ],
  [
    'the SDL several times',
    `{ ${times(2, (i) => `a${i}: _service { sdl }`)} }`,
    'introspectionAliases',
    1,
  ],
  [
    'the same field very often',
    `{ ${times(800, () => '__typename')} }`,
    'comparedSelections',
    500_000,
  ],
  ['fragments that multiply', bomb, 'fields', 10_000],
  [
    'many upstream requests',
    '{ events(first: 200) { nodes { a: splitsHistory { totalCount } b: splitsHistory(first: 1) { totalCount } } } }',
    'upstreamRequests',
    250,
  ],
  [
    'the prices of many events page by page',
    '{ events(first: 200) { nodes { odds { id } } } }',
    'upstreamRequests',
    250,
  ],
];

/** At one endpoint Yoga validates documents, at the other Apollo Server. */
const TOO_MUCH_ANYWHERE = TRANSPORTS.flatMap((transport) =>
  TOO_MUCH.map((one) => [transport, ...one] as const),
);

test.each(TOO_MUCH_ANYWHERE)(
  'at %s, %s: refused without an upstream request',
  async (transport, _, query, measure, limit) => {
    const reply = await graph.ask(query, { transport });
    expect(reply.status).toBe(400);
    expect(reply.data).toBeUndefined();
    const refusal = reply.errors.find((error) => error.extensions?.['measure'] === measure);
    expect(refusal?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', measure, limit });
    expect(refusal?.extensions?.['asked']).toBeGreaterThan(limit);
    expect(refusal?.extensions).not.toHaveProperty('http');
    expect(graph.proxy.counts).toEqual({});
    expectNoLeak(reply.text);
  },
);

// As deep as the number of tokens allows, which may be deeper than the parser's stack.
test.each([
  ['fields', '{ a '.repeat(1_999)],
  ['lists', `{ odds(filter: { sports: ${'['.repeat(3_900)}`],
  ['objects', `{ odds(filter: ${'{ a: '.repeat(1_300)}`],
])('deeply nested %s are refused and not reported as an internal error', async (_, query) => {
  const reply = await graph.ask(query);
  expect(reply.status).toBe(400);
  expect(['QUERY_TOO_COMPLEX', 'GRAPHQL_PARSE_FAILED']).toContain(codesOf(reply)[0]);
  expect(reply.text).not.toContain('call stack');
  expect(graph.log()).not.toContain('unexpected error');
});

test('a document with exactly the maximum number of tokens is not refused for its length', async () => {
  const reply = await graph.ask(`{ ${times(3_999, () => 'id')}`);
  expect(codesOf(reply)).toEqual(['GRAPHQL_PARSE_FAILED']);
});

test('circular fragments are invalid', async () => {
  const reply = await graph.ask(cycle);
  expect(reply.status).toBe(400);
  expect(codesOf(reply)).toContain('GRAPHQL_VALIDATION_FAILED');
});

test('the cost estimate uses the values of variables', async () => {
  const query = `query ($n: Int) { events(first: $n) { nodes { a: splitsHistory { totalCount } b: splitsHistory(first: 1) { totalCount } } } }`;
  expect((await graph.ask(query, { variables: { n: 10 } })).errors).toEqual([]);
  graph.fresh();
  expect(codesOf(await graph.ask(query, { variables: { n: 200 } }))).toEqual(['QUERY_TOO_COMPLEX']);
  expect(graph.proxy.counts).toEqual({});
});

const OF_EACH_EVENT = times(30, (i) => `a${i}: splits(sportsbooks: [""]) { __typename }`);

test.each([
  ['Odds.opening', '{ events(first: 50) { nodes { odds { opening { at } } } } }'],
  ['Event.splits', `{ events(first: 50) { nodes { ${OF_EACH_EVENT} } } }`],
  ['Odds.history', '{ events(first: 50) { nodes { odds { history(first: 1) { __typename } } } } }'],
  [
    'Query._entities',
    `{ _entities(representations: [${times(1_200, () => '{}')}]) { __typename } }`,
  ],
])('no more errors of %s are located than an answer has', async (coordinate, query) => {
  const located = countErrors(coordinate);
  const key = coordinate === 'Odds.history' ? 'demo_pro' : 'demo_free'; // It is not recorded.
  const { errors } = await graph.ask(query, { key });
  expect(errors).toHaveLength(1_000);
  expect(located()).toBe(1_000);
});

test('every event of a subscription has errors of its own', async () => {
  const located = countErrors('Odds.deepLink');
  const failing = times(11, (i) => `a${i}: deepLink(state: "xyz") { url }`);
  const query = `subscription { liveOdds(chunkSize: 100) { ... on OddsSnapshot { isLast odds { ${failing} } } } }`;
  const live = await LiveClient.open(graph.url, query, { key: 'demo_hobby' });
  onTestFinished(() => live.close());
  const shown: number[] = [];
  for (let isLast = false; !isLast; ) {
    const { data, errors } = await live.next();
    const { odds = [] } = Object(data?.liveOdds);
    shown.push(errors?.length ?? 0);
    if (odds.length === 100) expect(errors).toHaveLength(1_000);
    ({ isLast = false } = Object(data?.liveOdds));
  }
  expect(located()).toBe(shown.reduce((sum, errors) => sum + errors));
});

/** How many errors the executor gets of a field, also as items of its list. */
function countErrors(coordinate: string): () => number {
  let count = 0;
  wrapResolver(coordinate, (resolve) => async (...given) => {
    try {
      const found: unknown = await resolve(...given);
      const items: unknown[] = Array.isArray(found) ? await Promise.all(found) : [];
      count += items.filter((item) => item instanceof Error).length;
      return found;
    } catch (error) {
      count += 1;
      throw error;
    }
  });
  return () => count;
}
