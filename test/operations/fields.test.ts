import { expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import type { Odds } from '../../src/contract/odds/odds.ts';
import type { Comparison } from '../../src/contract/routes/odds-comparison.ts';
import type { Sportsbook } from '../../src/contract/routes/sportsbooks.ts';
import { DATA_DELAY_SECONDS, ODDS_BATCH_LIMIT, TIERS } from '../../src/contract/tiers.ts';
import type { Pagination } from '../../src/contract/wire.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { rowsOf } from '../harness/clients/pages.ts';
import {
  expectedComparison,
  expectedEvent,
  expectedOdds,
  expectedSportsbook,
} from '../harness/expected.ts';
import { fullSelection } from '../harness/full-selection.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

interface Listed<T> {
  readonly data: T[];
  readonly meta: { total: number; pagination: Pagination };
}

const NODE = `query ($id: ID!) { node(id: $id) {
  __typename nodeId ... on Event { id name } ... on Sportsbook { id displayName } } }`;

const CURSOR = expect.stringMatching(/^[\w-]{8,}$/);
const pageInfo = (hasNextPage: boolean) => ({
  hasNextPage,
  hasPreviousPage: false,
  startCursor: CURSOR,
  endCursor: CURSOR,
});
const edgesOf = (nodes: readonly unknown[]) => nodes.map((node) => ({ node, cursor: CURSOR }));

const graph = await sharedGraph();

graph.originClock.advance(120_000);
const { data: books } = await graph.rest<Listed<Sportsbook>>('/sportsbooks');

/** An event with everything below it, as `full` selects it. */
async function wholeEvent(wire: Event, odds: readonly Odds[]) {
  const comparison = await graph.rest<{ data: Comparison }>(`/odds/comparison?event=${wire.id}`);
  return {
    ...expectedEvent(wire),
    sportsbooks: sportsbooksOf(wire),
    odds: odds.map((row) => ({
      ...expectedOdds(row),
      sportsbook: expectedSportsbook(bookOf(row)),
    })),
    comparison: expectedComparison(comparison.data),
  };
}

function sportsbooksOf(wire: Event) {
  return wire.books.flatMap((id) => books.filter((book) => book.id === id)).map(expectedSportsbook);
}

function bookOf(row: Odds): Sportsbook {
  const book = books.find(({ id }) => id === row.sportsbook);
  if (book === undefined) throw new Error(`${row.sportsbook} is not listed.`);
  return book;
}

/** Every price of an event, as the REST service lists them. */
const allOdds = (eventId: string) => rowsOf<Odds>(graph, `/odds?event=${eventId}`);

test.each(TIERS)(
  'viewer has the delay, the batch limit and the budget of the tier %s',
  async (tier) => {
    const query = `{ viewer ${fullSelection('Viewer')} }`;
    const data = await graph.dataOf(query, { key: `demo_${tier}` });
    expect(data.viewer).toEqual({
      tier: tier.toUpperCase(),
      dataDelaySeconds: DATA_DELAY_SECONDS[tier],
      oddsBatchLimit: ODDS_BATCH_LIMIT[tier],
      rateLimit: {
        limit: 1_000_000,
        remaining: expect.any(Number),
        resetAt: '2026-11-21T18:03:00.000Z',
      },
      // Between the lowest and the highest tier it depends on an add-on of the account.
      canStream: tier === 'free' ? false : tier === 'enterprise' ? true : null,
    });
  },
);

test('sportsbooks lists every sportsbook with every field', async () => {
  const query = `{ sportsbooks ${fullSelection('Sportsbook')} }`;
  const data = await graph.dataOf(query);
  expect(data.sportsbooks).toEqual(books.map(expectedSportsbook));
  expect(books).toHaveLength(32);
});

test('sportsbook returns one by id, and null without an error for an unknown id', async () => {
  const query = `{ known: sportsbook(id: "pinnacle") ${fullSelection('Sportsbook')}
                     unknown: sportsbook(id: "nobody") { id } }`;
  const data = await graph.dataOf<Record<string, unknown>>(query);
  const [pinnacle] = books.filter(({ id }) => id === 'pinnacle').map(expectedSportsbook);
  expect(data).toEqual({ known: pinnacle, unknown: null });
});

test('events returns a page with every field of the events, their prices and comparisons', async () => {
  const rest = await graph.rest<Listed<Event>>('/events?live=true&has_score=true&limit=2');
  const query = `{ events(first: 2, filter: { live: true, hasScore: true }) ${fullSelection('EventConnection')} }`;
  const { data, errors } = await graph.ask(query);
  const nodes = await Promise.all(
    rest.data.map(async (event) => wholeEvent(event, await allOdds(event.id))),
  );
  expect(errors).toEqual([]);
  expect(data.events).toEqual({
    edges: edgesOf(nodes),
    nodes,
    pageInfo: pageInfo(true),
    totalCount: rest.meta.total,
  });
  expect(nodes[0]?.gameState).not.toBeNull();
});

test('event returns one by id, and null without an error for an unknown id', async () => {
  const [wire] = (await graph.rest<Listed<Event>>('/events?league=nba&limit=1')).data;
  if (wire === undefined) throw new Error('There is no game.');
  const query = `query ($id: ID!) { known: event(id: $id) ${fullSelection('Event')}
                                      unknown: event(id: "nothing") { id } }`;
  const data = await graph.dataOf<Record<string, unknown>>(query, {
    variables: { id: wire.id },
  });
  expect(data).toEqual({
    known: await wholeEvent(wire, await allOdds(wire.id)),
    unknown: null,
  });
});

test('odds returns a page with every field of every price', async () => {
  const nba = await graph.rest<Listed<Event>>('/events?league=nba&live=false&limit=1');
  const id = nba.data[0]?.id ?? '';
  const path = `/odds?event=${id}&sportsbook=draftkings,pinnacle&market=main,props&limit=60`;
  const rest = await graph.rest<Listed<Odds>>(path);
  const query = `query ($id: ID!) {
      odds(first: 60, filter: {
        eventIds: [$id], sportsbooks: ["draftkings", "pinnacle"], markets: ["main", "props"] })
      ${fullSelection('OddsConnection')} }`;
  const data = await graph.dataOf(query, { variables: { id } });
  const nodes = await withEvents(rest.data);
  expect(data.odds).toEqual({
    edges: edgesOf(nodes),
    nodes,
    pageInfo: pageInfo(false),
    totalCount: rest.meta.total,
  });
  for (const field of ['playerName', 'statCategory', 'publicBetShare', 'maxBet'] as const) {
    expect(nodes.map((node) => node[field]).filter(Boolean), field).not.toEqual([]);
  }
});

test('oddsChanges returns the prices that changed, the server time and the sportsbooks', async () => {
  const since = new Date(graph.originClock.now() - 90_000).toISOString();
  const path = `/odds/delta?since=${since}&limit=10`;
  const league = (await graph.rest<Listed<Odds>>(path)).data[0]?.league;
  const rest = await graph.rest<
    Listed<Odds> & { meta: { server_time: string; books_changed: string[] } }
  >(`${path}&league=${league}`);
  const query = `query ($since: DateTime!) {
      oddsChanges(since: $since, first: 10, filter: { leagues: ["${league}"] }) ${fullSelection('OddsChanges')} }`;
  const data = await graph.dataOf(query, { variables: { since } });
  const nodes = await withEvents(rest.data);
  expect(nodes).toHaveLength(10);
  expect(data.oddsChanges).toEqual({
    edges: edgesOf(nodes),
    nodes,
    pageInfo: pageInfo(true),
    totalCount: rest.meta.total,
    serverTime: rest.meta.server_time,
    changedSportsbookIds: rest.meta.books_changed,
  });
  expect(nodes[0]?.status).toBe('UPCOMING');
});

test('node finds an event and a sportsbook by the ids that they give themselves', async () => {
  const { data } = await graph.ask(
    '{ events(first: 1) { nodes { nodeId id name } } sportsbook(id: "draftkings") { nodeId id displayName } }',
  );
  for (const [__typename, object] of [
    ['Event', data.events?.nodes[0]],
    ['Sportsbook', data.sportsbook],
  ] as const) {
    const found = await graph.ask(NODE, { variables: { id: object?.nodeId } });
    expect([found.errors, found.data]).toEqual([[], { node: { __typename, ...object } }]);
  }
  const id = Buffer.from('["Event","none"]').toString('base64url');
  const unknown = await graph.ask(NODE, { variables: { id } });
  expect([unknown.errors, unknown.data]).toEqual([[], { node: null }]);
});

test.each(['draftkings', '', 'W10', Buffer.from('["Odds","1"]').toString('base64url')])(
  'node refuses %j, which is no "nodeId"',
  async (id) => {
    const reply = await graph.ask(NODE, { variables: { id } });
    expect([reply.data, codesOf(reply)]).toEqual([{ node: null }, ['BAD_USER_INPUT']]);
  },
);

test('twenty nodes of one query share one request for events', async () => {
  const { data } = await graph.ask('{ events(first: 20) { nodes { nodeId } } }');
  graph.fresh();
  const fields = data.events?.nodes.map(
    ({ nodeId }, i) => `n${i}: node(id: "${nodeId}") { nodeId }`,
  );
  expect((await graph.ask(`{ ${fields} }`)).errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
});

/** Prices with their sportsbooks and events, without the prices of these again. */
async function withEvents(rows: readonly Odds[]) {
  const events = (await graph.rest<Listed<Event>>('/events?limit=200')).data;
  return Promise.all(
    rows.map(async (row) => {
      const event = events.find(({ id }) => id === row.event_id);
      if (event === undefined) throw new Error(`${row.event_id} is not listed.`);
      const { odds: _, ...rest } = await wholeEvent(event, []);
      return {
        ...expectedOdds(row),
        event: rest,
        sportsbook: expectedSportsbook(bookOf(row)),
      };
    }),
  );
}
