import { expect, test } from 'vitest';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

/** A variable that is declared must be used. */
const declared = `query ($yes: Boolean = true, $no: Boolean = false) {
  __typename @include(if: $yes) @skip(if: $no)`;

/** The routes that a document takes for the prices of two events. */
async function routesOf(document: string, variables = {}) {
  const { errors } = await graph.ask(document, { variables });
  expect(errors).toEqual([]);
  const { 'GET /events': _, 'GET /sportsbooks': __, ...routes } = graph.proxy.costs;
  return Object.keys(routes);
}

const events = (selection: string, fragments = '') =>
  `${declared} events(first: 2, filter: { live: true }) { nodes { ${selection} } } } ${fragments}`;

/** Selections below events, with the fragments that they use. */
const ASKS_FOR_ID: [selection: string, fragments?: string][] = [
  ['odds { key: id }'],
  ['odds { ...Row }', 'fragment Row on Odds { ...Deeper } fragment Deeper on Odds { ... { id } }'],
  ['odds { key } odds { id }'],
  ['odds { key } ...E', 'fragment E on Event { odds { id } }'],
  ['odds { key id @include(if: $yes) @skip(if: $no) }'],
  ['odds { key id @include(if: $no) } odds { id }'],
];

const ASKS_FOR_NO_ID: typeof ASKS_FOR_ID = [
  ['odds { __typename }'],
  ['odds { id: key }'],
  ['id odds { event { id } sportsbook { id } } sportsbooks { id }'],
  ['odds { key id @include(if: $no) }'],
  ['odds { key id @include(if: $yes) @skip(if: $yes) }'],
  ['odds { key ... @include(if: $no) { id } }'],
  ['odds { key ...Row @skip(if: $yes) }', 'fragment Row on Odds { id }'],
  ['odds { key } ...E @include(if: $no)', 'fragment E on Event { odds { id } }'],
  ['odds { key } odds @include(if: $no) { id }'],
];

test.each(ASKS_FOR_ID)('%s is read from the list', async (selection, fragments) => {
  expect(await routesOf(events(selection, fragments))).toEqual(['GET /odds']);
});

test.each(ASKS_FOR_NO_ID)('%s is read in a batch', async (selection, fragments) => {
  expect(await routesOf(events(selection, fragments))).toEqual(['POST /odds/batch']);
});

test.each(
  'homeTeam awayTeam eventStartTime changedAt status playerName statCategory publicBetShare maxBet'.split(
    ' ',
  ),
)('%s is not in a batch and is read from the list', async (field) => {
  expect(await routesOf(events(`odds { ${field} }`))).toEqual(['GET /odds']);
});

test('one document takes either route depending on its variables, also when repeated', async () => {
  const document = events('odds { key id @include(if: $yes) }');
  for (const yes of [true, false, true, false]) {
    graph.fresh();
    const routes = await routesOf(document, { yes });
    expect(routes).toEqual([yes ? 'GET /odds' : 'POST /odds/batch']);
  }
});

test('two aliases of odds take separate routes', async () => {
  const document = events('batched: odds { key } listed: odds { id }');
  const routes = await routesOf(document);
  expect(routes.sort()).toEqual(['GET /odds', 'POST /odds/batch']);
});

test('odds that are skipped are not read', async () => {
  expect(await routesOf(events('id odds @include(if: $no) { id }'))).toEqual([]);
});

const CONDITIONS: readonly { name: string; document: string; yes: object; no: object }[] = [
  {
    name: 'a fragment that is skipped at one of its spreads',
    document: `query ($on: Boolean!) {
      a: sportsbook(id: "circa") { id ...Name @include(if: $on) }
      b: sportsbook(id: "saba") { ...Name @skip(if: $on) id } }
      fragment Name on Sportsbook { name }`,
    yes: { a: { id: 'circa', name: 'circa' }, b: { id: 'saba' } },
    no: { a: { id: 'circa' }, b: { name: 'saba', id: 'saba' } },
  },
  {
    name: 'a fragment that is spread twice with opposite conditions',
    document: `query ($on: Boolean!) { a: sportsbook(id: "circa") {
      ...Name @include(if: $on) ...Name @skip(if: $on) } }
      fragment Name on Sportsbook { name }`,
    yes: { a: { name: 'circa' } },
    no: { a: { name: 'circa' } },
  },
  {
    name: 'a fragment below a field that appears with and without a condition',
    document: `query ($on: Boolean!) {
      ... @include(if: $on) { a: sportsbook(id: "circa") { ...Name } }
      a: sportsbook(id: "circa") { id } }
      fragment Name on Sportsbook { name }`,
    yes: { a: { name: 'circa', id: 'circa' } },
    no: { a: { id: 'circa' } },
  },
  {
    name: 'a field with both directives',
    document: `query ($on: Boolean!) { a: sportsbook(id: "circa") {
      id name @include(if: $on) @skip(if: $on) } }`,
    yes: { a: { id: 'circa' } },
    no: { a: { id: 'circa' } },
  },
  {
    name: 'a whole root field',
    document: `query ($on: Boolean!) { __typename
      a: sportsbook(id: "circa") @include(if: $on) { id } }`,
    yes: { __typename: 'Query', a: { id: 'circa' } },
    no: { __typename: 'Query' },
  },
];

test.each(CONDITIONS)('@skip and @include decide on $name', async ({ document, yes, no }) => {
  for (const on of [true, false, true]) {
    const { data, errors } = await graph.ask<object>(document, { variables: { on } });
    expect([errors, data]).toEqual([[], on ? yes : no]);
  }
});
