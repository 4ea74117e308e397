import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import { ODDS_BATCH_LIMIT } from '../../src/contract/tiers.ts';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

const EVERYTHING = `query ($id: ID!) {
  events(first: 50) {
    nodes {
      id name startTime isLive
      gameState { homeScore awayScore period clock }
      liveGameState { homeScore awayScore gamePeriod gameClock primaryBook }
      odds { key sportsbookId marketType selection line price { american decimal probability } }
      splits { sportsbookId moneyline { handleShare { away home } betShare { away home } } }
      lowHoldOpportunities { id marketType holdPercent side1 { selection sportsbookIds } }
    }
  }
  event(id: $id) {
    comparison { markets { marketType bestHoldPercent } }
    odds { id deepLink { url } }
  }
}`;

interface Listing {
  readonly pagination?: { readonly total: number };
  readonly meta: { readonly total: number };
}

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

describe.each(TRANSPORTS)('through %s', (transport) => {
  test('a query for everything on 50 events takes exactly the requests that its routes need', async () => {
    const { data: events } = await graph.rest<{ data: Event[] }>('/events?limit=50');
    const [one] = events;
    if (one === undefined) throw new Error('The board is empty.');
    const leagues = [...new Set(events.map(({ league }) => league))];
    const lowHold = await graph.rest<Listing>(
      `/opportunities/low_hold?limit=1&league=${leagues.join(',')}`,
    );
    const prices = (await graph.rest<Listing>(`/odds?limit=1&event=${one.id}`)).meta.total;
    const expected: Record<string, number> = {
      'GET /events': 2, // The page, and the catalogue in which the one event is found.
      'POST /odds/batch': Math.ceil(events.length / ODDS_BATCH_LIMIT.enterprise),
      'GET /splits': Math.ceil(events.length / 100),
      'GET /opportunities/low_hold': Math.ceil((lowHold.pagination?.total ?? 0) / 200),
      ...Object.fromEntries(
        [...new Set(events.map(({ sport }) => sport))].map((sport) => [
          `GET /gamestate/${sport}`,
          1,
        ]),
      ),
      'GET /odds': Math.ceil(prices / 200),
      'POST /deeplinks/batch': Math.ceil(prices / 500),
    };

    const { data, errors, cost } = await graph.ask(EVERYTHING, {
      transport,
      variables: { id: one.id },
    });

    expect(errors).toEqual([]);
    expect(events).toHaveLength(50);
    expect(graph.proxy.costs).toEqual(expected);
    const sum = Object.values(expected).reduce((total, calls) => total + calls, 0);
    expect(cost).toMatchObject({ calls: sum, cached: 0 });
    for (const field of ['odds', 'splits', 'lowHoldOpportunities'] as const) {
      const isThere = data.events?.nodes.some((event) => (event[field]?.length ?? 0) > 0);
      expect(isThere, field).toBe(true);
    }
    expect(data.events?.nodes.filter((event) => event.liveGameState).length).toBeGreaterThan(5);
    expect(data.event?.odds).toHaveLength(prices);
    expect(data.event?.odds?.some(({ deepLink }) => deepLink?.url)).toBe(true);
    expect(data.event?.comparison?.markets.length).toBeGreaterThan(1);
  });
});
