import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STALE_AFTER_MS } from '../../../src/contract/stream.ts';
import type {
  CreatedApiKey,
  EventOddsFilter,
  OddsFilter,
} from '../../../src/generated/schema-types.ts';
import { IDLE_TIMEOUT_MS } from '../../../src/live/stream/shared-stream.ts';
import { subscribeToBoard } from '../../harness/clients/board-subscriber.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { HELD } from '../../harness/held-odds.ts';
import { oddsDelta } from '../../harness/odds-rows.ts';
import {
  startTestGraph,
  type TestGraph,
  type TestGraphOptions,
} from '../../harness/servers/test-graph.ts';

const LEAGUE = { leagues: ['nba'], live: false };
const SECOND = 1_000;

/** Longer than events and prices are used again, and much shorter than a stream may be silent. */
const ALL_STALE_MS = 3 * SECOND;

let graph: TestGraph;
let subscriber: LiveClient | undefined;

async function start(options: TestGraphOptions = {}): Promise<void> {
  graph = await startTestGraph(options);
  graph.originClock.advance(5 * SECOND);
}

async function stop(): Promise<void> {
  subscriber?.close();
  await graph.stop();
}

/** Asks while upstream's stream is heard of, as it is every few seconds where prices move. */
const ask: TestGraph['ask'] = async (query, question) => {
  await graph.proxy.heartbeat();
  return graph.ask(query, question);
};

/** Subscribes, and forgets what has been asked so far. */
async function warmUp(key = 'demo_enterprise'): Promise<void> {
  subscriber?.close();
  subscriber = await subscribeToBoard(graph, key);
  // A response has said by now whether this account's data is delayed.
  await ask('{ sportsbooks { id } }', { key });
  graph.clock.advance(ALL_STALE_MS);
  graph.proxy.reset();
}

const ODDS = `query ($filter: OddsFilter, $first: Int = 200, $sort: OddsSort, $after: String) {
  odds(filter: $filter, first: $first, sort: $sort, after: $after) {
    totalCount nodes { ${HELD} } edges { cursor } pageInfo { hasNextPage hasPreviousPage } } }`;
const EVENTS = `query ($filter: EventOddsFilter) {
  events(first: 5, filter: { leagues: ["nba"], live: false }) {
    nodes { id odds(filter: $filter) { ${HELD} } } } }`;

async function oddsOf(filter: OddsFilter, rest: object = {}) {
  graph.clock.advance(SECOND); // No answer is older.
  const reply = await ask(ODDS, { variables: { filter, ...rest } });
  expect(reply.errors).toEqual([]);
  return reply;
}

const SMALL: OddsFilter = { ...LEAGUE, markets: ['moneyline'], sportsbooks: ['draftkings'] };

/** Queries for prices, by their description. What they answer is in `board-backed-odds-property.test.ts`. */
const LISTS: Readonly<Record<string, readonly [OddsFilter, object?]>> = {
  'a league, a market and a sportsbook': [SMALL],
  'those in play': [{ live: true, markets: ['main'], sportsbooks: ['draftkings'] }],
  'another name of a sport, sorted': [
    { ...SMALL, leagues: null, sports: ['ice_hockey'] },
    { sort: { field: 'PROBABILITY', direction: 'DESC' } },
  ],
  'nothing that matches': [{ ...SMALL, sportsbooks: null, minAmerican: 1e6 }],
};

const COMPARISONS = `{ events(first: 5, filter: { leagues: ["nba"], live: false }) { nodes { comparison { markets {
  marketType bestHoldPercent holdBySportsbook { sportsbookId holdPercent } selections { selection selectionType line
    prices { sportsbookId price { american decimal } } best { decimal } bestSportsbookId worst { decimal }
    worstSportsbookId spreadPercent fairPrice { american decimal } bestEvPercent } } } } } }`;

const BELOW_EVENTS: Readonly<Record<string, EventOddsFilter>> = {
  all: {},
  'of a selection type, in a range': { selectionTypes: ['home', 'away'], minAmerican: -1_000 },
};

describe('prices on the board of a subscriber need no upstream request', () => {
  let comparisons: unknown;

  beforeAll(async () => {
    await start();
    comparisons = (await ask(COMPARISONS)).data;
    await warmUp();
  });
  afterAll(stop);
  beforeEach(() => graph.proxy.reset());

  for (const [what, question] of Object.entries(LISTS)) {
    test(`in the list of prices: ${what}`, async () => {
      const { cost, data } = await oddsOf(...question);
      expect(cost).toMatchObject({ calls: 0, cached: 1, dataDelaySeconds: 0 });
      expect(graph.proxy.costs).toEqual({});
      expect(data.odds?.nodes.length === 0).toBe(what === 'nothing that matches');
    });
  }

  for (const [what, filter] of Object.entries(BELOW_EVENTS)) {
    test(`below events: ${what}`, async () => {
      graph.clock.advance(ALL_STALE_MS);
      const { cost, data } = await ask(EVENTS, { variables: { filter } });
      expect(cost).toMatchObject({ calls: 1, cached: 5 });
      expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
      expect(data.events?.nodes.some(({ odds }) => odds?.length)).toBe(true);
    });
  }

  test('below events: side by side', async () => {
    graph.clock.advance(ALL_STALE_MS);
    const { cost, data } = await ask(COMPARISONS);
    expect(cost).toMatchObject({ calls: 1, cached: 5 });
    expect(data).toEqual(comparisons);
    expect(data.events?.nodes.every(({ comparison }) => comparison?.markets.length)).toBe(true);
  });

  test('for several events, in the order of the board', async () => {
    const ofEvents = '/events?league=nba,nfl&live=false&limit=2';
    const { data } = await graph.rest<{ data: { id: string }[] }>(ofEvents);
    const eventIds = data.map(({ id }) => id);
    const filter = { eventIds, markets: ['moneyline'] };
    const path = `/odds?event=${eventIds}&market=moneyline&limit=200`;
    const expected = await graph.rest<{ data: { id: string; event_id: string }[] }>(path);
    for (const order of [eventIds, eventIds.toReversed()]) {
      const { cost, data } = await oddsOf({ ...filter, eventIds: order });
      expect(cost.calls).toBe(0);
      expect(data.odds?.nodes.map(({ id }) => id)).toEqual(expected.data.map(({ id }) => id));
    }
    expect(new Set(expected.data.map((price) => price.event_id)).size).toBe(2);
  });

  test('below the prices of a subscription', async () => {
    graph.clock.advance(ALL_STALE_MS);
    const query = `subscription { liveOdds(filter: { leagues: ["nba"], markets: ["moneyline"], sportsbooks: ["circa"] }, chunkSize: 1000) {
      ... on OddsSnapshot { odds { event { odds(filter: { markets: ["total"] }) { key } } } } } }`;
    const client = await LiveClient.open(graph.url, query);
    const { data } = await client.next();
    expect(JSON.stringify(data).length).toBeGreaterThan(1_000);
    expect(Object.keys(graph.proxy.costs)).toEqual(['GET /events']);
    client.close();
  });
});

describe('beside a board, an upstream request is sent', () => {
  beforeAll(async () => {
    await start();
    await warmUp();
  });
  afterAll(stop);
  beforeEach(() => graph.clock.advance(ALL_STALE_MS));

  test('for fields that streams do not update', async () => {
    const list = (selection: string) =>
      `query ($f: OddsFilter) { odds(filter: $f, first: 200) { edges { node { ${selection} } } } }`;
    const below = (selection: string) => `{ events(first: 1) { nodes { odds { ${selection} } } } }`;
    const compared = `{ events(first: 1) { nodes { comparison { markets { selections {
      prices { sportsbookId ...Seen } } } } } } } fragment Seen on SportsbookPrice { at: lastSeenAt }`;
    const callsOf = async (query: string) =>
      (await ask(query, { variables: { f: SMALL } })).cost.calls;
    expect(await callsOf(list('id'))).toBe(0);
    expect(await callsOf(below('id'))).toBe(1);
    graph.clock.advance(ALL_STALE_MS);
    expect(await callsOf(compared)).toBe(2);
    graph.clock.advance(ALL_STALE_MS);
    const best = compared.replace(/prices.*/, 'bestSeenAt } } } } } }');
    expect(await callsOf(best)).toBe(2);
    for (const field of ['changedAt', 'lastSeenAt', 'publicBetShare', 'maxBet', 'status']) {
      graph.clock.advance(ALL_STALE_MS);
      expect(await callsOf(list(`it: ${field}`))).toBe(1);
      expect(await callsOf(below(`... on Odds { ${field} }`))).toBeGreaterThan(1);
    }
  });

  test('if prices are sorted by a field that streams do not update', async () => {
    const sort = { field: 'LAST_SEEN_AT', direction: 'ASC' };
    expect((await oddsOf(SMALL, { sort })).cost.calls).toBe(1);
  });

  test('for a list of several pages, so that pages continue where the previous one ended', async () => {
    const filter = { ...SMALL, leagues: [] };
    const first = await oddsOf(filter, { first: 2 });
    expect(first.cost.calls).toBe(1);
    const after = first.data.odds?.edges.at(-1)?.cursor;
    const second = await oddsOf(filter, { first: 2, after });
    expect(second.cost.calls).toBe(1);
    const ids = [first, second].flatMap(({ data }) => data.odds?.nodes.map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
  });

  test('for a filter value that no price on the board has, since upstream may know an alias', async () => {
    await ask('{ sportsbooks { id } }'); // Which is told from, if a sportsbook is unknown.
    for (const filter of [
      { eventIds: ['nobody_knows_it'] },
      { ...SMALL, sportsbooks: ['nobody'] },
      { ...SMALL, sports: ['basketball', 'curling'] },
      { ...SMALL, markets: ['moneyline', 'moneyline_9-way'] },
    ]) {
      expect((await oddsOf(filter)).cost.calls).toBe(1);
    }
    const { cost, data } = await oddsOf({ ...SMALL, leagues: [' nba'] });
    expect(cost.calls).toBe(1);
    expect(data.odds?.totalCount).toBeGreaterThan(0); // Upstream takes no notice of the blank.
    const below = (markets: string[]) =>
      ask(EVENTS, { variables: { filter: { markets } } }).then((reply) => reply.cost.calls);
    expect(await below(['moneyline'])).toBe(1);
    graph.clock.advance(ALL_STALE_MS);
    expect(await below(['moneyline', 'moneyline_9-way'])).toBeGreaterThan(1);
  });

  test('at most once a second: responses from the board are cached like those from upstream', async () => {
    const first = await oddsOf(SMALL);
    graph.originClock.advance(5 * 60 * SECOND);
    graph.clock.advance(SECOND - 1);
    const again = await ask(ODDS, { variables: { filter: SMALL } });
    expect(again.data).toEqual(first.data);
    expect(again.cost).toMatchObject({ calls: 0, cached: 1 });
  });

  test('for another key, even if the first has a board', async () => {
    const create = 'mutation { createApiKey(name: "another") { secret } }';
    const { data } = await ask<{ createApiKey: CreatedApiKey }>(create);
    const variables = { filter: SMALL };
    const ofSameTier = await ask(ODDS, { key: data.createApiKey.secret, variables });
    expect([ofSameTier.cost.calls, ofSameTier.errors]).toEqual([1, []]);
    expect((await ask(ODDS, { key: 'demo_sharp', variables })).cost.calls).toBe(1);
    expect((await ask(ODDS, { key: 'demo_free', variables })).cost).toMatchObject({
      calls: 2, // One of them for the list of sportsbooks, which tells those above the tier.
      dataDelaySeconds: 60,
    });
  });

  test('and a sportsbook above the tier is refused', async () => {
    await warmUp('demo_hobby');
    const variables = { filter: { ...SMALL, sportsbooks: ['pinnacle'] } };
    const { data, errors } = await ask(ODDS, { key: 'demo_hobby', variables });
    expect(data.odds).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'TIER_RESTRICTED' } }]);
    const below =
      'query ($f: EventOddsFilter) { events(first: 1) { nodes { odds(filter: $f) { key } } } }';
    const { errors: refusals } = await ask(below, {
      key: 'demo_hobby',
      variables: { f: { sportsbooks: ['draftkings', 'pinnacle'] } },
    });
    expect(refusals).toMatchObject([{ extensions: { code: 'TIER_RESTRICTED' } }]);
  });
});

describe('an upstream request is sent', () => {
  beforeEach(() => start());
  afterEach(stop);

  test.each([
    [
      'says that it has trouble',
      { kind: 'error', data: { code: 'upstream_error', message: 'A book is late.' } },
    ],
    ['moves a price that the board does not know', frames.update([oddsDelta(1, 1)])],
  ])('after upstream %s, since other prices may be missing', async (_, { kind, data }) => {
    const opened = Promise.withResolvers<ServerResponse>();
    graph.proxy.plan('GET /stream', async ({ relay, response }) => {
      await relay();
      opened.resolve(response);
    });
    await warmUp();
    expect((await oddsOf(SMALL)).cost.calls).toBe(0);
    (await opened.promise).write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
    for (let calls = 0; calls === 0; ) calls = (await oddsOf(SMALL)).cost.calls;
    expect((await oddsOf(SMALL)).cost.calls).toBe(1);
    expect(JSON.stringify(subscriber?.results)).not.toContain('RECONNECTING'); // All else is well.
  });

  test('while a silent stream is reopened, until its snapshot is complete', async () => {
    await warmUp();
    const opened = Promise.withResolvers<void>();
    graph.proxy.plan('GET /stream', async ({ relay }) => {
      await opened.promise;
      await relay();
    });
    graph.clock.advance(STALE_AFTER_MS);
    await subscriber?.untilState('RECONNECTING');
    expect((await oddsOf(SMALL)).cost.calls).toBe(1);
    opened.resolve();
    await subscriber?.untilState('READY');
    expect((await oddsOf(SMALL)).cost.calls).toBe(0);
  });

  for (const [change, from, to] of [
    ['risen', 'hobby', 'enterprise'],
    ['fallen', 'enterprise', 'hobby'],
  ] as const) {
    test(`after the tier has ${change}, until a stream for the new tier is open`, async () => {
      const tierIs = (tier: string) =>
        graph.proxy.rewriteRows('GET /account/keys', (key) => ({ ...key, tier }));
      const pass = async (seconds: number) => {
        graph.originClock.advance(SECOND);
        await subscriber?.untilKind('OddsUpdate'); // The stream is not silent.
        graph.clock.advance(seconds * SECOND);
      };
      graph.clock.advance(5 * SECOND); // Rights are looked at once a minute, from the start on.
      tierIs(from);
      await warmUp();
      tierIs(to);
      expect((await oddsOf(SMALL)).cost.calls).toBe(0);
      await pass(30);
      await pass(25);
      // A lower tier without a board also needs the list of sportsbooks, which tells those above it.
      expect((await oddsOf(SMALL)).cost.calls).toBe(to === 'hobby' ? 2 : 1);
      await pass(55);
      await subscriber?.untilState('RECONNECTING');
      graph.clock.advance(SECOND);
      await subscriber?.untilState('READY');
      expect((await oddsOf(SMALL)).cost.calls).toBe(0);
    });
  }

  test('for an account with delayed data, even if it has a board', async () => {
    await warmUp();
    expect((await oddsOf(SMALL)).cost.calls).toBe(0);
    graph.proxy.spoil('GET /events', async ({ response, forward }) => {
      const { status, headers, body } = await forward();
      response.writeHead(status, { ...headers, 'x-data-delay': '60' }).end(body);
    });
    await ask('{ events { totalCount } }');
    expect((await oddsOf(SMALL)).cost.calls).toBe(1);
  });

  test('for a key that has just been deleted, which is refused', async () => {
    const create = 'mutation { createApiKey(name: "to delete") { secret apiKey { id } } }';
    const { data } = await ask<{ createApiKey: CreatedApiKey }>(create);
    const { secret: key, apiKey } = data.createApiKey;
    await warmUp(key);
    const prices = () => ask(ODDS, { key, variables: { filter: SMALL } });
    expect((await prices()).cost.calls).toBe(0);
    await ask(`mutation { deleteApiKey(id: "${apiKey?.id}") { id } }`);
    expect((await prices()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('after the stream is lost, and after it has been closed as idle', async () => {
    await warmUp();
    expect((await oddsOf(SMALL)).cost.calls).toBe(0);
    subscriber?.close();
    await graph.clock.advanceInSteps(2 * IDLE_TIMEOUT_MS, SECOND);
    expect((await oddsOf(SMALL)).cost.calls).toBe(1);
  });
});
