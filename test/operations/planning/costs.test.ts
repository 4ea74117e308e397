import { describe, expect, test } from 'vitest';
import type { Event } from '../../../src/contract/events.ts';
import { ODDS_BATCH_LIMIT, TIERS } from '../../../src/contract/tiers.ts';
import { codesOf, type Question, TRANSPORTS } from '../../harness/clients/graph-client.ts';
import { wideBoard } from '../../harness/feeds/wide-board.ts';
import { graphOfTest, sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { answer } from '../../harness/servers/faults.ts';

const EVENTS = 260;

const graph = await sharedGraph({ feed: wideBoard(EVENTS), rateLimits: { pro: 100 } });

/** Queries, expects success, and returns the upstream requests. */
async function costOf(query: string, question: Question = {}): Promise<Record<string, number>> {
  const { errors, cost } = await graph.ask(query, question);
  expect(errors).toEqual([]);
  const { costs } = graph.proxy;
  expect(cost.calls).toBe(Object.values(costs).reduce((sum, count) => sum + count, 0));
  return costs;
}

const withOdds = (first: number) =>
  `{ events(first: ${first}) { nodes { name odds { price { american } } } } }`;
const withIds = (first: number) => `{ events(first: ${first}) { nodes { odds { id } } } }`;

test.each(
  TIERS.flatMap((tier) => {
    const limit = ODDS_BATCH_LIMIT[tier];
    return [1, limit, limit + 1, 200].map((first) => ({ tier, first }));
  }),
)(
  'the odds of $first events on the tier $tier cost as many batches as its batch limit needs',
  async ({ tier, first }) => {
    const key = `demo_${tier}`;
    const batches = Math.ceil(first / ODDS_BATCH_LIMIT[tier]);
    const costs = await costOf(withOdds(first), { key });
    expect(costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': batches });
    const asked = graph.proxy.seen.filter(({ route }) => route === '/odds/batch');
    const ids = asked.flatMap(({ body }): string[] => JSON.parse(body).event_ids);
    expect(ids).toHaveLength(first);
    expect(new Set(ids).size).toBe(first);
  },
);

test('the tier is looked up once per minute and key, not for every operation', async () => {
  await Promise.all([1, 2, 3].map((first) => graph.ask(withOdds(first))));
  expect(graph.proxy.counts['GET /account/keys']).toBe(1);
  graph.clock.advance(59_000);
  await graph.ask(withOdds(4));
  expect(graph.proxy.counts['GET /account/keys']).toBe(1);
  graph.clock.advance(2_000);
  await graph.ask(withOdds(5));
  expect(graph.proxy.counts['GET /account/keys']).toBe(2);
  await graph.ask(withOdds(5), { key: 'demo_pro' });
  expect(graph.proxy.counts['GET /account/keys']).toBe(3);
});

const BATCH = { 'GET /events': 1, 'POST /odds/batch': 1 };

test.each([
  ['prices with ids, 200 a request', withIds(50), { 'GET /events': 1, 'GET /odds': 1 }],
  ['those of more than 50 events', withIds(60), { 'GET /events': 1, 'GET /odds': 2 }],
  [
    'aliases of prices, which share a request only if their filters are equal',
    `{ events(first: 20) { nodes {
      a: odds(filter: { sportsbooks: ["fanduel"], markets: ["moneyline"] }) { price { american } }
      b: odds(filter: { markets: ["moneyline"], sportsbooks: ["fanduel"] }) { line }
      c: odds(filter: { sportsbooks: ["draftkings"] }) { line } } } }`,
    { 'GET /events': 1, 'POST /odds/batch': 2 },
  ],
  [
    'the events and sportsbooks of any number of prices',
    '{ odds(first: 200) { nodes { event { name } sportsbook { displayName } } } }',
    { 'GET /odds': 1, 'GET /events': 1, 'GET /sportsbooks': 1 },
  ],
  ['an event beyond the first page', '{ event(id: "event_0250") { name } }', { 'GET /events': 2 }],
  [
    'many events by id, which cost as much as one',
    `{ ${Array.from({ length: 50 }, (_, i) => `e${i}: event(id: "event_02${i}") { id }`)} }`,
    { 'GET /events': 2 },
  ],
  [
    'links back to the events of a list, which are not read again',
    '{ events(first: 30) { nodes { odds { event { name startTime } } } } }',
    BATCH,
  ],
  [
    'comparisons, which share the batches of odds, whatever else is filtered',
    `{ events(first: 6) { nodes { a: comparison { eventId } b: comparison { markets { marketType } }
      odds { key } dear: odds(filter: { minAmerican: 100, selectionTypes: ["away"] }) { key } } } }`,
    BATCH,
  ],
  [
    'comparisons of one sportsbook and market',
    `{ events(first: 6) { nodes { comparison(sportsbooks: ["fanduel"], markets: ["moneyline"]) { eventId }
      odds(filter: { markets: ["moneyline"], sportsbooks: ["fanduel"] }) { key } } } }`,
    BATCH,
  ],
  [
    'sportsbooks: one, all, and those of each event',
    '{ sportsbooks { id } sportsbook(id: "circa") { id } events(first: 5) { nodes { sportsbooks { id } } } }',
    { 'GET /events': 1, 'GET /sportsbooks': 1 },
  ],
  ['what needs nothing', '{ __typename __schema { queryType { name } } _service { sdl } }', {}],
])('the requests of %s', async (_, query, costs) => {
  expect(await costOf(query)).toEqual(costs);
});

test.each([
  ['free', { 'POST /odds/batch': 2 }, ['TIER_RESTRICTED']],
  ['hobby', { 'GET /odds': 1, 'POST /deeplinks/batch': 1 }, []],
])('links make prices of the tier %s cost what it may read of them', async (tier, costs, codes) => {
  const query = '{ events(first: 20) { nodes { odds { key deepLink { url } } } } }';
  const { data, errors } = await graph.ask(query, { key: `demo_${tier}` });
  expect(data.events?.nodes[19]?.odds).toHaveLength(4);
  expect([...new Set(codesOf({ errors }))]).toEqual(codes);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, ...costs });
});

test('upstream filters by a single sportsbook and market type, everything else is filtered here', async () => {
  await costOf(`{ events(first: 1) { nodes {
    a: odds(filter: { sportsbooks: ["fanduel"], markets: ["moneyline"] }) { line }
    b: odds(filter: { sportsbooks: ["fanduel", "draftkings"], markets: ["main"] }) { line } } } }`);
  const bodies = graph.proxy.seen
    .filter(({ route }) => route === '/odds/batch')
    .map(({ body }): unknown => JSON.parse(body));
  expect(bodies).toEqual([
    { event_ids: ['event_0000'], sportsbook: 'fanduel', market: 'moneyline' },
    { event_ids: ['event_0000'] },
  ]);
});

test('three concurrent equal queries cost as much as one, through either transport', async () => {
  const asked = [...TRANSPORTS, '/graphql' as const];
  const replies = await Promise.all(
    asked.map((transport) => graph.ask(withOdds(50), { transport })),
  );
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 1 });
  for (const reply of replies) expect(reply.data).toEqual(replies[0]?.data);
  const totals = replies.map(({ cost }) => cost);
  expect(totals.map(({ calls }) => calls).sort()).toEqual([0, 0, 2]);
  for (const { calls, cached } of totals) expect(calls + cached).toBe(2);
});

/** What a frontend shows of games: the best price of each side at any sportsbook, and the fair one. */
const bestPrices = (
  first: number,
  filter: string,
) => `{ events(first: ${first}, filter: { ${filter} }) { totalCount nodes {
  name startTime comparison(markets: ["moneyline"]) { markets { selections {
    selection best { american decimal } bestSportsbookId bestEvPercent
    fairPrice { american decimal } prices { sportsbookId price { american } } } } } } } }`;

describe('tonight, which is on two days in UTC', () => {
  /** Games of an evening in America, and of those after it. */
  const GAMES = 60;
  const TONIGHT =
    'leagues: ["nba"], startsAfter: "2026-11-21T18:30:00-05:00", startsBefore: "2026-11-22T01:00:00-05:00"';
  test.each([5, 50])('the ten best prices of %i games take two requests', async (first) => {
    const games = await graphOfTest({ feed: wideBoard(GAMES, 6) });
    const data = await games.dataOf(bestPrices(first, TONIGHT), { key: 'demo_pro' });
    expect(games.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 1 });
    expect(data.events?.totalCount).toBe(GAMES);
    const sides = (data.events?.nodes ?? []).flatMap(({ comparison }) =>
      (comparison?.markets ?? []).flatMap(({ selections }) => selections),
    );
    expect(sides).toHaveLength(2 * first);
    const ten = sides
      .toSorted((a, b) => (b.best?.decimal ?? 0) - (a.best?.decimal ?? 0))
      .slice(0, 10);
    for (const [index, { selection, best, fairPrice, prices }] of ten.entries()) {
      if (first === 50) expect(selection).toBe(`Away ${49 - index}`);
      expect(prices.map(({ sportsbookId }) => sportsbookId).sort()).toEqual([
        'draftkings',
        'fanduel',
      ]);
      expect(fairPrice?.decimal).toBeGreaterThan(best?.decimal ?? Number.NaN);
      expect(Number.isInteger(fairPrice?.american)).toBe(true);
    }
  });

  test('is read by day where the league has many more games', async () => {
    const season = await graphOfTest({ feed: wideBoard(700, 60) });
    const moves = (body: { data: Event[]; meta: { filters: { date: string | null } } }) => {
      // The first game of the second day began a minute before midnight when the first day was read.
      const [first] = body.data;
      if (body.meta.filters.date !== '2026-11-23' || first === undefined) return body;
      return { ...body, data: [{ ...first, id: 'event_0023' }, ...body.data] };
    };
    season.proxy.rewrite('GET /events', moves);
    const filter = 'startsAfter: "2026-11-22T20:30:00Z", startsBefore: "2026-11-23T05:30:00Z"';
    const { data } = await season.ask(
      `{ events(filter: { ${filter} }) { totalCount nodes { id } } }`,
    );
    const ids = data.events?.nodes.map(({ id }) => id) ?? [];
    expect([...ids].sort()).toEqual(
      [21, 22, 23, 24, 25, 26, 27, 28, 29].map((i) => `event_00${i}`),
    );
    expect(data.events?.totalCount).toBe(9);
    expect(season.proxy.costs).toEqual({ 'GET /events': 3 });
  });
});

describe('extensions.upstream', () => {
  const asPro: typeof graph.ask = (query, question) =>
    graph.ask(query, { key: 'demo_pro', ...question });

  test('reports requests, shared responses, rate limit and data delay', async () => {
    const query = '{ events(first: 3) { nodes { odds { line } } } }';
    graph.originClock.advance(60_000); // The budget is whole again.
    const reset = new Date(Math.ceil((graph.originClock.now() + 1) / 60_000) * 60_000);
    const first = await asPro(query);
    expect(first.cost).toEqual({
      calls: 2,
      cached: 0,
      // The response of the batch reports three requests: the tier was looked up in between.
      rateLimit: { limit: 100, remaining: 97, resetAt: reset.toISOString() },
      dataDelaySeconds: 0,
    });
    const again = await asPro(query);
    expect(again.data).toEqual(first.data);
    expect(again.cost).toEqual({ ...first.cost, calls: 0, cached: 2 });
    const other = await asPro('{ events(first: 3) { nodes { id } } }', { key: 'demo_free' });
    expect(other.cost).toMatchObject({ calls: 1, cached: 0, dataDelaySeconds: 60 });
  });

  test('reports the rate limit of the last response, although an older one was read after it', async () => {
    await asPro('{ sportsbooks { id } }');
    graph.clock.advance(2_000);
    const query = '{ events(first: 1) { nodes { odds { sportsbook { displayName } } } } }';
    const { cost } = await asPro(query);
    expect(cost).toMatchObject({ calls: 2, cached: 1 });
    const { cost: next } = await asPro('{ events(first: 9) { nodes { id } } }');
    expect(next).toMatchObject({ calls: 1 });
    const left = next.rateLimit?.remaining ?? Number.NaN;
    expect(cost.rateLimit?.remaining).toBe(left + 1);
  });

  test('counts every retry of a request', async () => {
    graph.proxy.plan('GET /sportsbooks', answer(503));
    const { cost, errors } = await asPro('{ sportsbooks { id } }');
    expect(errors).toEqual([]);
    expect(cost).toMatchObject({ calls: 2, cached: 0 });
  });

  test('a response is cached only while everything that was read for it is fresh', async () => {
    const query = '{ events(first: 3) { nodes { odds { line } } } }';
    await asPro(query);
    graph.clock.advance(999);
    expect((await asPro(query)).cost).toMatchObject({ calls: 0, cached: 2 });
    graph.clock.advance(1);
    expect((await asPro(query)).cost).toMatchObject({ calls: 1, cached: 1 });
    graph.clock.advance(1_000);
    expect((await asPro(query)).cost).toMatchObject({ calls: 2, cached: 0 });
  });

  test('oddsChanges is never answered from a cache', async () => {
    const query = '{ oddsChanges(since: "2026-11-21T17:00:00Z", first: 1) { totalCount } }';
    expect((await asPro(query)).cost).toMatchObject({ calls: 1, cached: 0 });
    expect((await asPro(query)).cost).toMatchObject({ calls: 1, cached: 0 });
  });
});
