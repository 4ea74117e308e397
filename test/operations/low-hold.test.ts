import type { Static } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Event, EventGameState } from '../../src/contract/events.ts';
import { marketMatcher } from '../../src/contract/markets.ts';
import type { LowHoldOpportunity, LowHoldSide } from '../../src/contract/opportunities.ts';
import type { LowHoldPage } from '../../src/contract/routes/low-hold.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { rowsOf } from '../harness/clients/pages.ts';
import { expectedEvent, expectedGameState } from '../harness/expected.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import type { Fault } from '../harness/servers/fault-proxy.ts';
import { answer } from '../harness/servers/faults.ts';

type Page = Static<typeof LowHoldPage>;

const ROUTE = 'GET /opportunities/low_hold';
const SIDE = `{ selection sportsbookIds line price { american decimal probability } fairProbability
  deepLinks { sportsbookId url } }`;
const STATE =
  '{ homeScore awayScore period clock scoreType possession isTimeout powerPlay lastPlay }';
const LOW_HOLD = `{
  id eventId eventName sport league marketType line isLive detectedAt homeTeam awayTeam startTime
  holdPercent gameState ${STATE} side1 ${SIDE} side2 ${SIDE} side3 ${SIDE} isAlternateLine
  isPlayerProp playerName statCategory sportsbookIds confidence oddsAgeSeconds possiblyStale }`;

const graph = await sharedGraph({ feed: simulationOfOpportunities });

const { data: events } = await graph.rest<{ data: Event[] }>('/events?limit=200');
/** All open opportunities, as the REST service lists them. */
const open = await rowsOf<LowHoldOpportunity>(graph, '/opportunities/low_hold');
for (const field of ['side3', 'is_player_prop', 'game_state', 'is_alternate_line'] as const)
  expect(open.filter((wire) => wire[field])).not.toEqual([]);

test('lowHoldOpportunities returns a page with every field, including the event', async () => {
  const query = `{ lowHoldOpportunities(first: 200) { totalCount nodes ${LOW_HOLD}
      edges { node { event { id name } } } } }`;
  const data = await graph.dataOf(query);
  expect(data.lowHoldOpportunities).toEqual({
    totalCount: open.length,
    nodes: open.slice(0, 200).map(expectedLowHold),
    edges: open.slice(0, 200).map((wire) => ({ node: { event: eventOf(wire) } })),
  });
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1, 'GET /events': 1 });
});

test('the opportunities of all events come from one listing, lowest hold first', async () => {
  const query = `{ events(first: 200) { nodes { id lowHoldOpportunities ${LOW_HOLD} } } }`;
  const data = await graph.dataOf(query);
  expect(data.events?.nodes).toEqual(
    events.map(({ id }) => ({
      id,
      lowHoldOpportunities: open.filter((wire) => wire.event_id === id).map(expectedLowHold),
    })),
  );
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, [ROUTE]: Math.ceil(open.length / 200) });
});

test('only the leagues of the selected events are listed', async () => {
  const query =
    '{ events(filter: { leagues: ["nhl"] }) { nodes { lowHoldOpportunities { id } } } }';
  const data = await graph.dataOf(query);
  const inNhl = open.filter(({ league }) => league === 'nhl');
  const found = data.events?.nodes.flatMap((event) => event.lowHoldOpportunities ?? []);
  expect(found).toHaveLength(inNhl.length);
  const asked = graph.proxy.seen.filter(({ route }) => route.endsWith('low_hold'));
  expect(asked.map(({ query }) => query.get('league'))).toEqual(
    Array(Math.ceil(inNhl.length / 200)).fill('nhl'),
  );
});

test.each(['HOLD', 'MARKET', 'SPORT'])('opportunities can be sorted by %s', async (sort) => {
  const rest = await graph.rest<Page>(
    `/opportunities/low_hold?sort=${sort.toLowerCase()}&limit=100`,
  );
  const query = `{ lowHoldOpportunities(first: 100, sort: ${sort}) { nodes { id } } }`;
  const { data } = await graph.ask(query);
  expect(data.lowHoldOpportunities?.nodes).toEqual(rest.data.map(({ id }) => ({ id })));
});

test('a category of markets finds its types where upstream matches exact types alone', async () => {
  graph.proxy.spoil(ROUTE, (exchange) => {
    const types = exchange.seen.query.get('market')?.split(',') ?? [];
    const data = open.filter(({ market_type: type }) => types.includes(type));
    const pagination = { limit: 200, offset: 0, total: data.length, has_more: false };
    return answer(200, { data, pagination })(exchange);
  });
  const filter = '{ markets: ["Spread", "moneyline", "player_points"] }';
  const data = await graph.dataOf(
    `{ lowHoldOpportunities(first: 200, filter: ${filter}) { nodes { id } } }`,
  );
  const wanted = marketMatcher(['spread', 'moneyline', 'player_points']);
  const expected = open.filter(({ market_type: type }) => wanted(type));
  expect(new Set(expected.map(({ market_type: type }) => type)).size).toBeGreaterThan(3);
  expect(data.lowHoldOpportunities?.nodes).toEqual(expected.map(({ id }) => ({ id })));
});

test('an endless listing is read up to the highest offset, and repeated rows are returned once', async () => {
  const [first] = events;
  const model = open[0];
  if (first === undefined || model === undefined) throw new Error('There is nothing to list.');
  graph.proxy.spoil(ROUTE, endlessListing({ ...model, event_id: first.id }));
  const query = '{ events(first: 1) { nodes { lowHoldOpportunities { id } } } }';
  const data = await graph.dataOf(query);
  const ids = data.events?.nodes[0]?.lowHoldOpportunities?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(25 * 199 + 200);
  expect(graph.proxy.costs[ROUTE]).toBe(26);
});

test('opportunities of an event come by hold, also if one has changed between two pages', async () => {
  const [first] = events;
  const [model] = open;
  if (first === undefined || model === undefined) throw new Error('There is nothing to list.');
  const row = (id: string, hold: number) => ({
    ...model,
    ...{ id, event_id: first.id, hold_percentage: hold },
  });
  const page = (data: object[], has_more: boolean) =>
    answer(200, {
      data,
      pagination: { limit: 200, offset: 0, total: 3, has_more, next_offset: 200 },
    });
  graph.proxy.plan(
    ROUTE,
    page([row('a', 1), row('b', 2)], true),
    page([row('a', 3), row('c', 4)], false),
  );
  const data = await graph.dataOf('{ events(first: 1) { nodes { lowHoldOpportunities { id } } } }');
  const ids = data.events?.nodes[0]?.lowHoldOpportunities?.map(({ id }) => id);
  expect(ids).toEqual(['b', 'a', 'c']);
});

test('a side may have no fair price and no links', async () => {
  graph.proxy.rewriteRows<LowHoldOpportunity>(ROUTE, ({ side1, ...low }, i) => {
    const { deep_links: _, ...side } = side1;
    const odds = { ...side.odds, fair_probability: null };
    return { ...low, side1: { ...side, odds, ...(i === 0 && { deep_links: null }) } };
  });
  const query =
    '{ lowHoldOpportunities(first: 2) { nodes { id side1 { fairProbability deepLinks { url } } } } }';
  const data = await graph.dataOf(query);
  const side1 = { fairProbability: null, deepLinks: [] };
  expect(data.lowHoldOpportunities?.nodes).toEqual(
    open.slice(0, 2).map(({ id }) => ({ id, side1 })),
  );
});

describe('a low hold whose game state has no known shape', () => {
  const NODES = 'nodes { ... on LowHoldOpportunity { id gameState { homeScore scoreType } } }';
  const known = { home_score: 1, away_score: 2, score_type: 'goals' };
  const states = [{ home_score: 1, period: 'Q3' }, {}, { homeScore: 1 }, 'Q3', known];
  const rows = open.slice(0, 150).map((low, i) => ({ ...low, game_state: states[i % 5] }));
  const expected = rows.map(({ id, game_state: state }) => {
    return { id, gameState: state === known ? { homeScore: 1, scoreType: 'goals' } : null };
  });
  const scripted = scriptedGraph();

  test('is listed with all others', async () => {
    graph.proxy.rewriteRows(ROUTE, (low, i) => ({ ...low, game_state: states[i % 5] }));
    const data = await graph.dataOf(`{ lowHoldOpportunities(first: 150) { ${NODES} } }`);
    expect(data.lowHoldOpportunities?.nodes).toEqual(expected);
  });

  test('comes over the stream with all others', async () => {
    scripted.upstream.onStream = (stream) => stream.openOpportunities('low_hold:detected', rows);
    const { data } = await new GraphClient(scripted.url).ask(
      `{ opportunities(kinds: [LOW_HOLD], first: 150) { ${NODES} } }`,
    );
    expect(data.opportunities?.nodes).toHaveLength(150);
    expect(data.opportunities?.nodes).toEqual(expect.arrayContaining(expected));
  });
});

/** Pages of 200 without end, the last row of each at the head of the next. */
function endlessListing(model: LowHoldOpportunity): Fault {
  return (exchange) => {
    const offset = Number(exchange.seen.query.get('offset') ?? 0);
    const first = (offset / 200) * 199;
    const body = {
      data: Array.from({ length: 200 }, (_, i) => ({ ...model, id: String(first + i) })),
      pagination: { limit: 200, offset, total: 1e6, has_more: true, next_offset: offset + 200 },
    };
    return answer(200, body)(exchange);
  };
}

function eventOf(wire: LowHoldOpportunity) {
  const event = events.find(({ id }) => id === wire.event_id);
  if (event === undefined) throw new Error(`${wire.event_id} is not listed.`);
  const { id, name } = expectedEvent(event);
  return { id, name };
}

function expectedLowHold(wire: LowHoldOpportunity) {
  const state = wire.game_state;
  return {
    id: wire.id,
    eventId: wire.event_id,
    eventName: wire.event_name,
    sport: wire.sport,
    league: wire.league,
    marketType: wire.market_type,
    line: wire.line,
    isLive: wire.is_live,
    detectedAt: wire.detected_at,
    homeTeam: wire.home_team,
    awayTeam: wire.away_team,
    startTime: wire.start_time,
    holdPercent: wire.hold_percentage,
    gameState: state ? expectedGameState(state as EventGameState) : null,
    side1: expectedSide(wire.side1),
    side2: expectedSide(wire.side2),
    side3: wire.side3 ? expectedSide(wire.side3) : null,
    isAlternateLine: wire.is_alternate_line,
    isPlayerProp: wire.is_player_prop,
    playerName: wire.player_name,
    statCategory: wire.stat_category,
    sportsbookIds: wire.all_books,
    confidence: wire.confidence,
    oddsAgeSeconds: wire.odds_age_seconds,
    possiblyStale: wire.possibly_stale,
  };
}

function expectedSide(wire: LowHoldSide) {
  const { american, decimal, implied_probability, fair_probability } = wire.odds;
  return {
    selection: wire.selection,
    sportsbookIds: wire.books,
    line: wire.line,
    price: { american, decimal, probability: implied_probability },
    fairProbability: fair_probability,
    deepLinks: Object.entries(wire.deep_links ?? {}).map(([sportsbookId, url]) => ({
      sportsbookId,
      url,
    })),
  };
}
