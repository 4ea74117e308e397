import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { growthOf, metricOf } from '../harness/clients/exposed-metrics.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { LiveMirror } from '../harness/clients/live-mirror.ts';
import { eventKind } from '../harness/event-kinds.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { evOpportunity, oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { watchedConnections } from '../harness/open-connections.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { until } from '../harness/until.ts';

const WIDE = 1_000;
const WIDE_BOARD = Array.from({ length: WIDE }, (_, i) => oddsRow(i));

const openConnections = watchedConnections();
const graph = scriptedGraph([oddsRow(1), oddsRow(2)]);

test('a client that reads nothing for a minute is disconnected, and no other is: one that reads again gets what changed since, each price once', async () => {
  graph.upstream.onStream = (stream) => stream.open(WIDE_BOARD);
  await (await graph.live()).untilState('READY'); // It reads all the time.
  const [slow, silent] = [
    await graph.live({ chunkSize: WIDE }),
    await graph.live({ chunkSize: WIDE }),
  ];
  for (const client of [slow, silent]) {
    await client.next();
    client.pause();
  }
  const version = await graph.untilBlocked(WIDE);
  const last = version + 15; // One of them may be blocked later than the other.
  for (let next = version + 1; next <= last; next += 1) await graph.move(WIDE, next);
  await graph.pass(30_000);
  expect(openConnections()).toBe(3);

  slow.resume();
  const mirror = new LiveMirror<{ key: string; price: { american: number } }>();
  await until(() => {
    mirror.catchUp(slow.results);
    return (
      mirror.odds.size === WIDE &&
      mirror.odds.values().every((o) => o.price.american === 100 + last)
    );
  });
  const updates = slow.of('OddsUpdate');
  expect(updates.length).toBeLessThan(last); // Those in socket buffers, and one with everything since.
  expect(updates.at(-1)?.conflated).toBeGreaterThanOrEqual(4 * WIDE);

  await graph.pass(30_000);
  await until(() => openConnections() === 2);
  silent.resume();
  await silent.over();
  expect([slow.isOver, silent.isComplete]).toEqual([false, false]);
});

test('an open stream keeps no header of its request, which has a credential and up to 16 kB', async () => {
  const requests: IncomingMessage[] = [];
  const note = (message: unknown) => {
    requests.push((message as { readonly request: IncomingMessage }).request);
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => {
    unsubscribe('http.server.request.start', note);
  });
  await (await graph.live()).untilKind('OddsSnapshot');
  const { headers, rawHeaders } = requests.find(({ url }) => url === '/graphql') ?? {};
  expect([headers, rawHeaders]).toEqual([{}, []]);
});

test('a removed price is remembered for ten minutes for clients that come back', async () => {
  const client = await graph.live();
  const { cursor } = await client.untilKind('OddsSnapshot');
  (await graph.upstream.stream(1)).remove('1');
  await client.untilKind('OddsRemoval');
  const firstEvent = async () => {
    const back = await graph.live({ after: cursor });
    const event = await back.nextOdds();
    back.close();
    return event;
  };
  await graph.pass(10 * 60_000);
  expect(await firstEvent()).toMatchObject({ __typename: 'OddsRemoval', ids: ['1'] });
  await graph.pass(60_000);
  expect((await firstEvent()).__typename).toBe('OddsSnapshot');
  expect(graph.upstream.requests).toBe(1);
});

test('a client that comes back is told when it has all that has changed', async () => {
  const client = await graph.live();
  const { cursor } = await client.untilKind('OddsSnapshot');
  const quiet = await graph.live({ after: cursor });
  expect(await quiet.nextOdds()).toMatchObject({ __typename: 'FeedStatus', state: 'READY' });
  (await graph.upstream.stream(1)).update(oddsDelta(2, 7));
  await client.untilKind('OddsUpdate');
  const back = await graph.live({ after: cursor });
  expect((await back.nextOdds()).__typename).toBe('OddsUpdate');
  expect(await back.nextOdds()).toMatchObject({ __typename: 'FeedStatus', state: 'READY' });
});

test('a client whose filter nothing has matched for longer comes back without a snapshot', async () => {
  const filter = { eventIds: ['another'] };
  const client = await graph.live({ filter });
  const busy = await graph.live({ filter: { leagues: ['eredivisie'] } });
  for (const one of [client, busy]) await one.untilKind('OddsSnapshot');
  const stream = await graph.upstream.stream(1);
  stream.remove('1');
  stream.snapshot([oddsRow(3)]);
  for (let minute = 0; minute < 12; minute += 1) {
    await graph.pass(60_000);
    for (const number of [2, 3]) {
      stream.update(oddsDelta(number, minute));
      await graph.roundTrip();
    }
  }
  const updates = client.of('OddsUpdate');
  expect(updates.map(({ odds }) => odds)).toEqual([[], [], [], []]);
  expect(busy.of('OddsUpdate').filter(({ odds }) => odds.length === 0)).toEqual([]);
  for (const one of [client, busy]) one.close();
  const back = await graph.live({ filter, after: updates.at(-1)?.cursor ?? '' });
  await graph.pass(4 * 60_000);
  expect((await back.nextOdds()).__typename).toBe('OddsUpdate');
});

test('a connection ends within an hour without completing, which is counted, and its cursor means nothing on another board', async () => {
  const client = await graph.live();
  const { cursor } = await client.untilKind('OddsSnapshot');
  const stream = await graph.upstream.stream(1);
  await graph.pass(47 * 60_000);
  expect(client.isOver).toBe(false);
  const grown = await growthOf(graph.url, async () => {
    await graph.pass(14 * 60_000);
    await client.over();
  });
  expect(grown).toMatchObject({ 'event_streams_cut_total{reason="age"}': 1 });
  expect(client.isComplete).toBe(false);
  expect(client.results.every(({ errors }) => errors === undefined)).toBe(true);
  await until(() => !stream.isOpen); // Its idle timeout is over.
  const next = await graph.live({ after: cursor });
  await next.untilKind('OddsSnapshot');
});

describe('a limit refuses what exceeds it and affects no open subscription:', () => {
  const LIMITS = { accounts: 2, subscribers: 3, topics: 2 };

  type Options = NonNullable<Parameters<typeof graph.start>[0]>;

  /** Starts a graph with these limits, over an upstream with so many prices. */
  async function limited(
    liveLimits: NonNullable<Options['liveLimits']>,
    rows = 2,
    options: Options = {},
  ): Promise<void> {
    await graph.stop();
    await graph.start({ liveLimits, ...options });
    const board = Array.from({ length: rows }, (_, i) => oddsRow(i + 1));
    graph.upstream.onStream = (stream) => stream.open(board);
  }

  async function subscribed(key = 'demo_pro', league = 'nba'): Promise<LiveClient> {
    const client = await graph.live({ filter: { leagues: [league] } }, { key });
    await client.untilKind('OddsSnapshot');
    return client;
  }

  async function expectEnded(client: LiveClient, message: RegExp): Promise<void> {
    const error = await client.lastError();
    expect(error?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
    expect(error?.message).toMatch(message);
  }

  /** Expects that a subscription is refused, which is counted once. */
  async function expectRefused(bound: string, message: RegExp, key = 'demo_pro', league = 'nba') {
    const grown = await growthOf(graph.url, async () => {
      const client = await graph.live({ filter: { leagues: [league] } }, { key });
      await expectEnded(client, message);
      expect(client.results).toHaveLength(1);
    });
    expect(grown).toMatchObject({
      [`refusals_total{bound="${bound}"}`]: 1,
      'errors_total{code="STREAM_LIMIT_EXCEEDED"}': 1,
    });
  }

  let version = 0;

  /** Expects that changes on the stream reach all these clients. */
  async function expectUndisturbed(clients: readonly LiveClient[]) {
    version += 1;
    (await graph.upstream.stream(1)).update(oddsDelta(1, version));
    for (const client of clients) {
      expect(await client.untilKind('OddsUpdate')).toMatchObject({ odds: [{ id: '1' }] });
    }
  }

  test('the number of subscriptions of an account', async () => {
    await limited(LIMITS);
    const clients = [await subscribed(), await subscribed(), await subscribed()];
    await expectRefused('subscriptions', /has 3 subscriptions open/);
    await expectUndisturbed(clients);
    clients.pop()?.close();
    await until(() => openConnections() === LIMITS.subscribers - 1);
    clients.push(await subscribed());
    await expectUndisturbed(clients);
  });

  test('the number of subscriptions of all accounts, of which one may have half', async () => {
    await limited({ allSubscribers: 4, accounts: 3 });
    const clients = [await subscribed(), await subscribed()];
    await expectRefused('subscriptions', /This account has 2 subscriptions open/);
    await subscribed('demo_sharp');
    const other = await subscribed('demo_sharp');
    await expectRefused('subscriptions', /The server has 4 subscriptions open/, 'demo_hobby');
    await expectUndisturbed(clients);
    other.close();
    await until(() => openConnections() === 3);
    await subscribed('demo_enterprise'); // The refused key takes no place among the accounts.
  });

  test('the number of different subscriptions of an account', async () => {
    await limited(LIMITS);
    const clients = [await subscribed()];
    await subscribed('demo_pro', 'nhl');
    await expectRefused('topics', /has 2 different/, 'demo_pro', 'eredivisie');
    clients.push(await subscribed()); // It is equal to the first one.
    await expectUndisturbed(clients);
    expect(graph.upstream.requests).toBe(1);
  });

  test('the memory that documents, equal ones once, and long variables take', async () => {
    await limited({ documentBytes: 4e6 });
    /** Subscribes with a document that is estimated at some 430 kB. */
    const wide = (name: string, key: string, variables = {}) => {
      const fields = Array.from({ length: 390 }, (_, i) => `t${i}: __typename`).join(' ');
      const query = `subscription ${name} { liveOdds { __typename ... on OddsUpdate { ${fields} } } }`;
      return LiveClient.open(graph.url, query, { key, variables });
    };
    const taken = async (name: string, key = 'demo_pro') => {
      const client = await wide(name, key);
      await client.untilKind('OddsSnapshot');
      return client;
    };
    for (const name of ['A', 'B', 'C']) {
      const client = await wide(name, 'demo_free');
      expect((await client.lastError())?.extensions?.['code']).toBe('TIER_RESTRICTED'); // It keeps nothing.
    }
    const [first, , equal] = [await taken('A'), await taken('B'), await taken('A')];
    const refused =
      /documents of this account's subscriptions, with their variables, take a quarter/;
    await expectEnded(await wide('C', 'demo_pro'), refused);
    await expectEnded(await wide('A', 'demo_pro', { long: 'x'.repeat(5_000) }), refused);
    for (const name of ['A', 'C']) await taken(name, 'demo_sharp');
    await expectEnded(await wide('D', 'demo_sharp'), refused);
    const others = [await taken('B', 'demo_enterprise'), await taken('D', 'demo_enterprise')];
    const variables = { variables: { filter: { leagues: ['x'.repeat(33_000)] } } };
    const long = await LiveClient.open(graph.url, LIVE_ODDS, { key: 'demo_hobby', ...variables });
    expect((await long.lastError())?.message).toContain('more than 32,768 characters');
    for (const client of others) client.close();
    first.close();
    await until(() => openConnections() === 4);
    await expectEnded(await wide('E', 'demo_pro'), refused); // The equal one still has its document.
    equal.close();
    await until(() => openConnections() === 3);
    await taken('E');
  });

  test('the number of accounts with streams', async () => {
    await limited(LIMITS);
    const [client, other] = [await subscribed(), await subscribed('demo_sharp')];
    await expectRefused('accounts', /Too many accounts/, 'demo_hobby');
    await expectUndisturbed([client]);
    other.close();
    await until(() => openConnections() === 1);
    await graph.clock.advanceInSteps(IDLE_TIMEOUT_MS, 1_000);
    await subscribed('demo_hobby');
  });

  describe('the number of prices on all boards,', () => {
    const FULL = /no room for more prices/;

    test('for a stream that grows', async () => {
      await limited({ prices: 4 });
      const client = await subscribed();
      graph.upstream.onStream = (stream) => stream.connected();
      const large = await graph.live({}, { key: 'demo_sharp' });
      const stream = await graph.upstream.stream(2);
      for (const number of [1, 2, 3]) stream.snapshot([oddsRow(number)]);
      await expectEnded(large, FULL);
      await until(() => !stream.isOpen);
      await expectUndisturbed([client]);
      // New prices after the snapshot count, too.
      for (const number of [3, 4, 5]) {
        (await graph.upstream.stream(1)).snapshot([oddsRow(number)]);
      }
      await expectEnded(client, FULL);
    });

    test('where an incomplete board counts as the largest one', async () => {
      await limited({ prices: 4 });
      const client = await subscribed();
      graph.upstream.onStream = (stream) => stream.connected();
      await (await graph.live({}, { key: 'demo_sharp' })).untilState('CONNECTED');
      await expectRefused('prices', FULL, 'demo_hobby');
      await subscribed('demo_pro', 'nhl');
      await expectUndisturbed([client]);
    });

    const OPPORTUNITIES = `subscription { liveOpportunities(kinds: [EV]) {
      __typename ... on FeedStatus { state }
    } }`;

    test('also for an account that has only its other stream open', async () => {
      await limited({ prices: 4 });
      graph.upstream.onStream = (stream) => stream.openOpportunities('ev:detected', []);
      await (await LiveClient.open(graph.url, OPPORTUNITIES)).untilState('READY');
      graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
      await subscribed();
      graph.upstream.onStream = (stream) => stream.connected();
      await (await graph.live({}, { key: 'demo_sharp' })).untilState('CONNECTED');
      await expectRefused('prices', FULL, 'demo_enterprise');
      const bets = await LiveClient.open(graph.url, OPPORTUNITIES, { key: 'demo_sharp' });
      await expectEnded(bets, FULL);
    });

    test('with those that were removed and are still remembered', async () => {
      await limited({ prices: 4 }, 1);
      const client = await subscribed();
      const stream = await graph.upstream.stream(1);
      for (const number of [2, 3, 4, 5]) {
        stream.snapshot([oddsRow(number)]);
        stream.remove(`${number}`);
      }
      await expectEnded(client, FULL);
    });

    test('where an opportunity counts as ten', async () => {
      await limited({ prices: 20 });
      const found = ['1', '2'].map((id) => evOpportunity({ id }));
      graph.upstream.onStream = (stream) => stream.openOpportunities('ev:detected', found);
      const client = await LiveClient.open(graph.url, OPPORTUNITIES);
      await client.untilState('READY');
      (await graph.upstream.stream(1)).send('ev:detected', [evOpportunity({ id: '3' })]);
      await expectEnded(client, FULL);
    });

    test.skipIf(!hasRedis)('each of which counts twice behind Redis', async () => {
      const redis = await RedisServer.start();
      onTestFinished(() => redis.stop());
      await limited({ prices: 4 }, 2, { clock: systemClock, redisUrl: redis.url });
      const client = await subscribed();
      (await graph.upstream.stream(1)).snapshot([oddsRow(3)]);
      await expectEnded(client, FULL);
    });
  });
});

describe('events that clients do not read', () => {
  beforeEach(async () => {
    await graph.stop();
    await graph.start({ liveLimits: { unreadBytes: 20e6 } });
    graph.upstream.onStream = (stream) => stream.open(WIDE_BOARD);
  });

  /** Subscribes with a snapshot of 8 MB, more than sockets buffer, and reads nothing of it. */
  async function unread(name: string): Promise<LiveClient> {
    const aliases = Array.from({ length: 60 }, (_, i) => `${name.repeat(126)}${i}: id`);
    const query = `subscription { liveOdds(chunkSize: ${WIDE}) {
      __typename ... on OddsSnapshot { odds { ${aliases} } } } }`;
    const effects = async () => (await metric('event_streams_blocked')) + 2 * (await cut());
    const before = await effects();
    const client = await LiveClient.open(graph.url, query);
    client.pause();
    await until(async () => (await effects()) > before);
    return client;
  }

  const metric = (name: string) => metricOf(graph.url, name);
  const cut = () => metric('event_streams_cut_total{reason="memory"}');

  test('are bounded, and the one who has read nothing for the longest time is disconnected', async () => {
    const before = await cut();
    const clients = [await unread('a'), await unread('b')];
    expect(await cut()).toBe(before);
    clients.push(await unread('c'));
    await until(async () => (await cut()) === before + 1);
    for (const client of clients) client.resume();
    await clients[0]?.over();
    expect(clients[0]?.results.map(eventKind)).not.toContain('OddsSnapshot');
    for (const client of clients.slice(1)) await client.untilKind('OddsSnapshot');
  });

  test('count once if several clients get them', async () => {
    const before = await cut();
    for (const _ of [1, 2, 3, 4]) await unread('a');
    expect(await cut()).toBe(before);
  });
});
