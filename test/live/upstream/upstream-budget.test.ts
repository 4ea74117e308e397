import { afterEach, describe, expect, test } from 'vitest';
import type { BoardRow } from '../../../src/origin/origin-board.ts';
import { LiveClient, type LiveResult } from '../../harness/clients/live-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';

const LINKS_AT_ONCE = 500;
const REQUESTS_A_MINUTE = 250;
const LINKS = 'POST /deeplinks/batch';
const HISTORY = 'GET /splits/history';
const EVENTS = 'GET /events';

const graph = await sharedGraph();
graph.originClock.advance(5_000);
const clients: LiveClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function open(selection: string, variables: object): Promise<LiveClient> {
  const query = `subscription ($filter: LiveFilter, $chunkSize: Int) {
    liveOdds(filter: $filter, chunkSize: $chunkSize) {
      __typename
      ... on OddsSnapshot { odds { id ${selection} } total isLast }
      ... on OddsUpdate { odds { id ${selection} } }
      ... on FeedStatus { state }
    }
  }`;
  const client = await LiveClient.open(graph.url, query, { variables: { ...variables } });
  clients.push(client);
  return client;
}

/** The next update, with its errors. Skips other events. */
async function nextUpdate(client: LiveClient): Promise<LiveResult> {
  for (;;) {
    const result = await client.next();
    if (result.data?.liveOdds?.__typename === 'OddsUpdate') return result;
  }
}

const codesOf = (results: readonly LiveResult[]) => [
  ...new Set(
    results.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.['code'])),
  ),
];

describe('the deep links of a snapshot', { timeout: 60_000 }, () => {
  test('take as many requests in small chunks as in large ones', async () => {
    const costs: Record<number, number> = {};
    let total = 0;
    for (const chunkSize of [1, 500]) {
      graph.clock.advance(15_001); // No cached response is fresh any more.
      graph.proxy.reset();
      const client = await open('deepLink { url }', {
        filter: { leagues: ['nba', 'nfl', 'mlb', 'nhl'] },
        chunkSize,
      });
      total = (await client.snapshot()).total;
      costs[chunkSize] = graph.proxy.costs[LINKS] ?? 0;
      expect(codesOf(client.results)).toEqual([]);
    }
    expect(total).toBeGreaterThan(3 * LINKS_AT_ONCE);
    const least = Math.ceil(total / LINKS_AT_ONCE);
    expect(costs).toEqual({ 1: least, 500: least });
  });
});

/** This many histories of the splits of a price's event, each of which is a request. */
const PER_EVENT = 30;
const HISTORIES = Array.from(
  { length: PER_EVENT },
  (_, i) => `m${i}: splitsHistory(first: ${i + 1}) { totalCount }`,
);
const GREEDY = `event { id ${HISTORIES.join(' ')} }`;

/** A few prices of each of many events. */
const OF_MANY = {
  filter: { markets: ['moneyline'], sportsbooks: ['draftkings'] },
  chunkSize: 4,
};
const isOfMany = ({ odds }: BoardRow) =>
  odds.market_type === 'moneyline' && odds.sportsbook === 'draftkings';

describe('a subscription that exceeds its budget of upstream requests', { timeout: 60_000 }, () => {
  /** A subscription that has used up its budget. */
  async function greedy(): Promise<LiveClient> {
    const client = await open(GREEDY, OF_MANY);
    await client.snapshot();
    const events = new Set(
      [...graph.board.rows()].filter(isOfMany).map((row) => row.odds.event_id),
    );
    expect(events.size * PER_EVENT).toBeGreaterThan(2 * REQUESTS_A_MINUTE);
    return client;
  }

  function requests(): number {
    const { [HISTORY]: histories = 0, [EVENTS]: events = 0 } = graph.proxy.costs;
    return histories + events;
  }

  test('gets null and an error for each field beyond it, and leaves an equal one its own', async () => {
    const client = await greedy();
    // The initial budget equals that of a minute.
    expect(requests()).toBe(2 * REQUESTS_A_MINUTE);
    const last = client.results.findLast(({ errors }) => errors !== undefined);
    expect(last?.errors?.[0]).toMatchObject({
      path: ['liveOdds', 'odds', 0, 'event', 'm0'],
      extensions: {
        code: 'QUERY_TOO_COMPLEX',
        measure: 'upstreamRequestsPerMinute',
        limit: REQUESTS_A_MINUTE,
        asked: REQUESTS_A_MINUTE + 1,
      },
    });
    const [price] = Object(last?.data?.liveOdds).odds;
    expect(price).toMatchObject({ id: expect.any(String), event: { m0: null } });
    expect(codesOf(client.results)).toEqual(['QUERY_TOO_COMPLEX']);

    graph.clock.advance(15_001); // No cached response is fresh any more.
    graph.proxy.reset();
    await greedy();
    expect(requests()).toBe(2 * REQUESTS_A_MINUTE);
  });

  test('gets new budget with time, and none with events', async () => {
    const client = await greedy();
    await client.untilState('READY');
    graph.proxy.reset();
    graph.clock.advance(12_000); // A fifth of a minute.
    let codes: unknown[] = [];
    while (codes.length === 0) {
      graph.originClock.advance(30_000);
      codes = codesOf([await nextUpdate(client)]);
    }
    expect(codes).toEqual(['QUERY_TOO_COMPLEX']);
    expect(requests()).toBe(REQUESTS_A_MINUTE / 5);
  });

  test('is refused if a single event may exceed the budget', async () => {
    const ofEach = 'event { splitsHistory { totalCount } }';
    const filter = { leagues: ['nba'] };
    const client = await open(ofEach, { filter, chunkSize: 300 });
    expect(await client.next()).toMatchObject({
      errors: [
        {
          extensions: {
            code: 'QUERY_TOO_COMPLEX',
            measure: 'upstreamRequests',
            limit: REQUESTS_A_MINUTE,
          },
        },
      ],
    });
    expect(graph.proxy.costs).toEqual({});
    await (await open(ofEach, { filter, chunkSize: 100 })).snapshot();
  });
});
