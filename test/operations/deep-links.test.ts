import { expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { API_PREFIX } from '../../src/contract/wire.ts';
import type { DeepLink, LowHoldSide } from '../../src/generated/schema-types.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const LINK = '{ oddsId path url }';

const graph = await sharedGraph({ feed: simulationOfOpportunities });

test('deepLinks returns one link for each id in order, including repeated and unknown ids', async () => {
  const [a, b] = await idsAt('draftkings', 2);
  const ids = [b, 'nothing', a, '__proto__', b];
  const query = `query ($ids: [ID!]!) { deepLinks(ids: $ids) ${LINK} }`;
  const none = await graph.ask(query, { variables: { ids: [] } });
  expect([none.data.deepLinks, graph.proxy.costs]).toEqual([[], {}]);
  const data = await graph.dataOf(query, { variables: { ids } });
  const link = (id: string | undefined) => expectedLink(id, `/deeplink/${id}?state=pa`);
  const no = (id: string) => expectedLink(id, null);
  expect(data.deepLinks).toEqual([link(b), no('nothing'), link(a), no('__proto__'), link(b)]);
  expect(graph.proxy.costs).toEqual({ 'POST /deeplinks/batch': 1 });
});

test('the links of a page of prices take one request, including null paths', async () => {
  const query = `{ odds(first: 200, filter: { sportsbooks: ["draftkings", "sbobet"] }) {
      nodes { id sportsbookId deepLink ${LINK} } } }`;
  const data = await graph.dataOf(query);
  const nodes = data.odds?.nodes ?? [];
  expect(nodes.map(({ deepLink }) => deepLink)).toEqual(
    nodes.map(({ id, sportsbookId }) =>
      expectedLink(id, sportsbookId === 'draftkings' ? `/deeplink/${id}?state=pa` : null),
    ),
  );
  expect(new Set(nodes.map(({ deepLink }) => deepLink?.path === null)).size).toBe(2);
  expect(graph.proxy.costs).toEqual({ 'GET /odds': 1, 'POST /deeplinks/batch': 1 });
});

test('a link leads to the state that is asked for, whether the path has it or not', async () => {
  const [betmgm] = await idsAt('betmgm', 1);
  const [draftkings] = await idsAt('draftkings', 1);
  const ids = [betmgm, draftkings];
  const query = `query ($ids: [ID!]!) {
    nj: deepLinks(ids: $ids, state: "NJ") { path }
    lower: deepLinks(ids: $ids, state: "nj") { path }
    pa: deepLinks(ids: $ids) { path } }`;
  const inState = (state: string) =>
    ids.map((id) => ({ path: `${API_PREFIX}/deeplink/${id}?state=${state}` }));
  const expected = { nj: inState('nj'), lower: inState('nj'), pa: inState('pa') };
  const ask = () => graph.dataOf<Record<string, DeepLink[]>>(query, { variables: { ids } });
  expect(await ask()).toEqual(expected);
  expect(graph.proxy.costs).toEqual({ 'POST /deeplinks/batch': 2 });
  graph.fresh();
  const data = Object.fromEntries(ids.map((id) => [id, `${API_PREFIX}/deeplink/${id}`]));
  graph.proxy.rewrite<object>('POST /deeplinks/batch', (body) => ({ ...body, data }));
  expect(await ask()).toEqual(expected);
});

test('the bets of opportunities have links to their own sportsbooks, in one request', async () => {
  graph.originClock.advance(30_000); // Prices have to move before there is an arbitrage.
  const query = `fragment Of on OpportunityConnection { nodes { id
      ... on EvOpportunity { sportsbookId deepLink(state: "NJ") ${LINK} }
      ... on ArbitrageOpportunity { legs { sportsbookId deepLink(state: "NJ") ${LINK} } }
      ... on MiddleOpportunity { side1 { ...Middle } side2 { ...Middle } }
      ... on LowHoldOpportunity { side1 { ...LowHold } side2 { ...LowHold } side3 { ...LowHold } } } }
    fragment Middle on MiddleSide { sportsbookId deepLink(state: "NJ") ${LINK} }
    fragment LowHold on LowHoldSide { sportsbookIds deepLinks { sportsbookId url } deepLink(state: "NJ") ${LINK} }
    { ev: opportunities(kinds: [EV], minEvPercent: 0) { ...Of }
      arbitrage: opportunities(kinds: [ARBITRAGE], minProfitPercent: 0) { ...Of }
      middles: opportunities(kinds: [MIDDLE]) { ...Of }
      lowHold: opportunities(kinds: [LOW_HOLD]) { ...Of } }`;
  interface Bet {
    readonly sportsbookId: string;
    readonly deepLink: DeepLink;
  }
  interface Sides<Side> {
    readonly side1: Side;
    readonly side2: Side;
    readonly side3?: Side | null;
  }
  interface Nodes<Node> {
    readonly nodes: readonly (Node & { readonly id: string })[];
  }
  const data = await graph.dataOf<{
    ev: Nodes<Bet>;
    arbitrage: Nodes<{ readonly legs: readonly Bet[] }>;
    middles: Nodes<Sides<Bet>>;
    lowHold: Nodes<Sides<Omit<Bet, 'sportsbookId'> & LowHoldSide>>;
  }>(query, { key: 'demo_enterprise' });
  const legs = data.arbitrage.nodes.flatMap(({ id, legs }) => legs.map((leg) => ({ ...leg, id })));
  const sidesOf = <Side>({ nodes }: Nodes<Sides<Side>>) =>
    nodes.flatMap(({ id, side1, side2, side3 }) =>
      [side1, side2, side3].flatMap((side) => (side ? [{ ...side, id }] : [])),
    );
  const lowHold = sidesOf(data.lowHold).map(({ deepLinks, sportsbookIds, ...side }) => {
    const linked = deepLinks.find(({ url }) => url !== null);
    return { ...side, sportsbookId: linked?.sportsbookId ?? sportsbookIds[0] };
  });
  for (const bets of [data.ev.nodes, legs, sidesOf(data.middles), lowHold]) {
    const linked = bets.filter(({ deepLink }) => deepLink.url !== null);
    expect(linked.length).toBeGreaterThan(0);
    for (const { deepLink, id, sportsbookId } of linked) {
      const { searchParams } = new URL(deepLink.url ?? '');
      expect(deepLink.oddsId).toBe(id);
      expect([searchParams.get('book'), searchParams.get('state')]).toEqual([sportsbookId, 'nj']);
    }
  }
  // Upstream does not say which legs of an arbitrage have links: that of a sportsbook without any answers with a 404.
  const leg = legs.filter(({ sportsbookId }) => sportsbookId === 'draftkings').slice(0, 1);
  const middles = sidesOf(data.middles);
  for (const { deepLink } of [...data.ev.nodes, ...leg, ...middles, ...lowHold]) {
    if (deepLink.url === null) continue;
    const { status, headers } = await fetch(deepLink.url, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/^https:/)]);
  }
  const unlinked = [...middles, ...lowHold].filter(({ deepLink }) => deepLink.url === null);
  expect(unlinked.length).toBeGreaterThan(0);
  expect(graph.proxy.costs['POST /deeplinks/batch']).toBe(1);
});

test('links below an event are read from the list of prices, 500 links per request', async () => {
  const { data: events } = await graph.rest<{ data: Event[] }>('/events?limit=5');
  const prices = await Promise.all(events.map(({ id }) => countOdds(id)));
  const total = prices.reduce((sum, count) => sum + count, 0);
  const query = '{ events(first: 5) { nodes { odds { deepLink { oddsId } } } } }';
  const data = await graph.dataOf(query);
  expect(data.events?.nodes.map(({ odds }) => odds?.length)).toEqual(prices);
  expect(total).toBeGreaterThan(500);
  expect(graph.proxy.costs).toEqual({
    'GET /events': 1,
    'GET /odds': Math.ceil(total / 200),
    'POST /deeplinks/batch': Math.ceil(total / 500),
  });
});

test('500 ids take one request, and 501 are refused', async () => {
  const query = 'query ($ids: [ID!]!) { deepLinks(ids: $ids) { oddsId } }';
  const ids = Array.from({ length: 501 }, (_, i) => `${1_000_000_000_000_000_000n + BigInt(i)}`);
  const reply = await graph.ask(query, { variables: { ids: ids.slice(1) } });
  expect(reply.errors).toEqual([]);
  expect(reply.data.deepLinks).toHaveLength(500);
  expect(graph.proxy.costs).toEqual({ 'POST /deeplinks/batch': 1 });
  graph.fresh();
  const refused = await graph.ask(query, { variables: { ids } });
  expect(codesOf(refused)).toEqual(['BAD_USER_INPUT']);
  expect(refused.errors[0]?.extensions).toMatchObject({ argument: 'ids' });
  expect(graph.proxy.costs).toEqual({});
});

async function idsAt(book: string, count: number): Promise<string[]> {
  const path = `/odds?sportsbook=${book}&live=false&limit=${count}`;
  const { data } = await graph.rest<{ data: Odds[] }>(path);
  return data.map(({ id }) => id);
}

async function countOdds(eventId: string): Promise<number> {
  const path = `/odds?event=${eventId}&limit=1`;
  return (await graph.rest<{ meta: { total: number } }>(path)).meta.total;
}

/** `route` is below `/api/v1`. */
function expectedLink(id: string | undefined, route: string | null) {
  const path = route === null ? null : API_PREFIX + route;
  return { oddsId: id, path, url: path === null ? null : graph.proxy.url.origin + path };
}
