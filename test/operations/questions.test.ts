import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  Event,
  EventConnection,
  Odds,
  OddsChanges,
  Opportunity,
  Query,
} from '../../src/generated/schema-types.ts';
import { largeSimulation } from '../harness/feeds/simulations.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

/*
 * What bettors ask, each in one operation that follows from the schema alone.
 */

const DAY_MS = 24 * 3_600_000;

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph({ feed: largeSimulation });
  // Splits have been collected twice, and prices have moved.
  for (const clock of [graph.originClock, graph.clock]) clock.advance(7.5 * 60_000);
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

/** The answer to a question, and how many upstream requests it took. */
async function answerTo<Data = Query>(query: string, variables: object = {}, key = 'demo_pro') {
  const { data, errors } = await graph.ask<Data>(query, { variables: { ...variables }, key });
  expect(errors).toEqual([]);
  const requests = Object.values(graph.proxy.costs).reduce((sum, count) => sum + count, 0);
  return { data, requests };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

test('what is the best price on each game of tonight?', async () => {
  const now = graph.originClock.now();
  const { data, requests } = await answerTo(
    `query ($from: DateTime!, $to: DateTime!) {
      events(filter: { startsAfter: $from, startsBefore: $to, outrights: false }) { nodes {
        name startTime comparison(markets: ["moneyline"]) { markets { selections {
          selection bestSportsbookId best { american } fairPrice { american } } } } } } }`,
    { from: isoOf(now), to: isoOf(now + DAY_MS) },
  );
  const priced = data.events?.nodes.filter(({ comparison }) => comparison !== null) ?? [];
  expect(priced.length).toBeGreaterThan(3);
  for (const { comparison } of priced) {
    const sides = comparison?.markets.flatMap(({ selections }) => selections) ?? [];
    expect(sides.length).toBeGreaterThan(1);
    for (const { bestSportsbookId, best } of sides)
      expect([bestSportsbookId, best]).not.toContain(null);
  }
  expect(requests).toBe(2);
});

test('what are the props of a player?', async () => {
  const props = await graph.rest<{ data: { player_name?: string; home_team: string }[] }>(
    '/odds?market=props&league=nba&limit=50',
  );
  const { player_name: player, home_team: team } =
    props.data.find(({ player_name: name }) => name !== undefined) ?? {};
  const { data } = await answerTo<{ events: EventConnection }>(
    `query ($team: String!, $player: String!) { events(filter: { team: $team }) { nodes { name
      odds(filter: { markets: ["props"], players: [$player] }) {
        playerName marketType selectionType line sportsbookId price { american } } } } }`,
    { team, player: player?.split(' ').at(-1) },
  );
  const found = data.events.nodes.flatMap(({ odds }) => odds ?? []);
  expect(found.length).toBeGreaterThan(1);
  expect(found.map(({ playerName }) => playerName)).toContain(player);
});

test('which arbitrages are there now?', async () => {
  const { data, requests } = await answerTo<{ opportunities: { nodes: Opportunity[] } }>(
    `{ opportunities(kinds: [ARBITRAGE], minProfitPercent: 0) { nodes { eventName marketType
      ... on ArbitrageOpportunity { profitPercent legs {
        sportsbookId selection line stakePercent price { american } deepLink { url } } } } } }`,
    {},
    'demo_enterprise', // With the prices of sharp sportsbooks.
  );
  expect(data.opportunities.nodes.length).toBeGreaterThan(0);
  for (const one of data.opportunities.nodes) expect(Object(one).legs.length).toBeGreaterThan(1);
  expect(requests).toBe(2);
});

test('where is the hold lowest?', async () => {
  const { data, requests } = await answerTo(
    `{ lowHoldOpportunities(sort: HOLD, first: 1) { nodes { eventName marketType line holdPercent
      side1 { selection sportsbookIds price { american } deepLink(state: "nj") { url } }
      side2 { selection sportsbookIds price { american } deepLink(state: "nj") { url } } } } }`,
  );
  expect(data.lowHoldOpportunities?.nodes).toMatchObject([{ holdPercent: expect.any(Number) }]);
  expect(requests).toBe(2);
});

test('what is the score of each game in play, and what does it cost to bet on it?', async () => {
  const { data, requests } = await answerTo(
    `{ events(filter: { live: true, hasScore: true }) { nodes { name
      gameState { homeScore awayScore period clock }
      odds(filter: { markets: ["moneyline"] }) { sportsbookId selection price { american } } } } }`,
  );
  const games = data.events?.nodes ?? [];
  expect(games.length).toBeGreaterThan(0);
  for (const { gameState } of games) expect(gameState?.homeScore).toEqual(expect.any(Number));
  expect(games.flatMap(({ odds }) => odds ?? []).length).toBeGreaterThan(games.length);
  expect(requests).toBe(2);
});

test('how have bets and money on a game moved?', async () => {
  const { data: splits } = await graph.rest<{ data: { event_id: string }[] }>('/splits');
  const { data, requests } = await answerTo<{ event: Event }>(
    `query ($id: ID!) { event(id: $id) { name splitsHistory { oldest newest entries {
      recordedAt sportsbookId moneyline { betShare { home } handleShare { home } } } } } }`,
    { id: splits[0]?.event_id },
  );
  expect(data.event.splitsHistory?.entries.length).toBeGreaterThan(1);
  expect(requests).toBe(2);
});

test('which sportsbooks does my tier lack?', async () => {
  const { data, requests } = await answerTo(
    '{ viewer { tier } sportsbooks { displayName requiresTier } }',
    {},
    'demo_hobby',
  );
  expect(data.viewer?.tier).toBe('HOBBY');
  const lacking = data.sportsbooks?.filter(({ requiresTier }) => requiresTier === 'PRO') ?? [];
  expect(lacking.length).toBeGreaterThan(3);
  expect(requests).toBe(1);
});

test('what has moved since I last asked?', async () => {
  const since = isoOf(graph.originClock.now() - 60_000);
  const { data, requests } = await answerTo<{ before: OddsChanges; inPlay: OddsChanges }>(
    `query ($since: DateTime!) {
      before: oddsChanges(since: $since) { ...Changes }
      inPlay: oddsChanges(since: $since, filter: { live: true }) { ...Changes } }
    fragment Changes on OddsChanges { serverTime totalCount
      nodes { key changedAt sportsbookId selection line price { american } } }`,
    { since },
  );
  expect(data.inPlay.nodes.length).toBeGreaterThan(5);
  for (const { nodes, serverTime } of [data.before, data.inPlay]) {
    for (const { changedAt } of nodes)
      expect(Date.parse(changedAt ?? '')).toBeGreaterThan(Date.parse(since));
    expect(Date.parse(serverTime)).toBeGreaterThan(Date.parse(since));
  }
  expect(requests).toBe(2);
});

test('where do I place this bet?', async () => {
  const { data, requests } = await answerTo<{ odds: { nodes: Odds[] } }>(
    `{ odds(first: 1, filter: { sportsbooks: ["fanduel"], markets: ["moneyline"] }) { nodes {
      selection price { american } deepLink(state: "nj") { url } } } }`,
    {},
    'demo_sharp', // Lower tiers have the sportsbook looked up once.
  );
  const [bet] = data.odds.nodes;
  const { status } = await fetch(bet?.deepLink?.url ?? '', { redirect: 'manual' });
  expect(status).toBe(302);
  expect(requests).toBe(2);
});

test('what does an opportunity rest on?', async () => {
  const { data, requests } = await answerTo<{ opportunities: { nodes: Opportunity[] } }>(
    `{ opportunities(kinds: [EV], minEvPercent: 1, first: 50) { nodes { eventName
      ... on EvOpportunity { selection sportsbookId price { american } evPercent oddsAgeSeconds }
      comparison { selections { selection line fairPrice { american }
        prices { sportsbookId price { american } lastSeenAt } } } } } }`,
  );
  expect(data.opportunities.nodes.length).toBeGreaterThan(3);
  for (const { comparison } of data.opportunities.nodes) {
    expect(comparison?.selections.length).toBeGreaterThan(0);
  }
  expect(requests).toBe(3);
});
