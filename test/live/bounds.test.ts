import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { LiveMirror } from '../harness/clients/live-mirror.ts';
import { eventKind } from '../harness/event-kinds.ts';
import { evOpportunity, oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { watchConnections } from '../harness/open-connections.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import type { ScriptedStream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';

const WIDE = 1_000;
const UPDATES_MAX = 500;

let graph: ScriptedGraph;
let openConnections: () => number;

beforeEach(async () => {
  openConnections = watchConnections();
  graph = await ScriptedGraph.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await graph.stop();
});

/** Advances the time while upstream sends its heartbeats. */
async function pass(ms: number, stream: ScriptedStream): Promise<void> {
  for (let left = ms; left > 0; left -= 30_000) {
    stream.send('heartbeat', { timestamp: '2026-11-21T18:00:00Z' });
    await roundTrip();
    await graph.clock.advanceInSteps(Math.min(left, 30_000), 10_000);
  }
}

/** Waits long enough for a frame to pass from upstream through the graph to its subscribers. */
async function roundTrip(): Promise<void> {
  for (let i = 0; i < 2; i += 1) await (await fetch(`${graph.url}/healthz`)).text();
}

/** A subscriber that has read one event and stopped, with all buffers of its connection full. */
async function blocked(stream: ScriptedStream): Promise<{ client: LiveClient; version: number }> {
  const client = await graph.live({ chunkSize: 1_000 });
  await client.next();
  client.pause();
  const timers = graph.clock.pendingTimers;
  // The graph sets a timer as soon as a connection is blocked.
  for (let version = 1; version <= UPDATES_MAX; version += 1) {
    stream.update(...Array.from({ length: WIDE }, (_, i) => oddsDelta(i, version)));
    await roundTrip();
    if (graph.clock.pendingTimers > timers) return { client, version };
  }
  throw new Error('The connection takes everything.');
}

async function wideStream(): Promise<ScriptedStream> {
  graph.upstream.onStream = (stream) =>
    stream.open(Array.from({ length: WIDE }, (_, i) => oddsRow(i)));
  const first = await graph.live();
  await first.untilState('READY');
  return graph.upstream.stream(1);
}

test('a client that reads nothing for a minute is disconnected, and no other client is', async () => {
  const stream = await wideStream();
  const { client } = await blocked(stream);
  await pass(30_000, stream);
  expect(openConnections()).toBe(2);
  await pass(30_000, stream);
  await until(() => openConnections() === 1);
  client.resume();
  await client.over();
  expect(client.isComplete).toBe(false);
});

test('a slow subscriber gets what changed since, each price once, and ends up with the right prices', async () => {
  const stream = await wideStream();
  const { client, version } = await blocked(stream);
  const seen = client.results.length;
  const last = version + 50;
  for (let next = version + 1; next <= last; next += 1) {
    stream.update(...Array.from({ length: WIDE }, (_, i) => oddsDelta(i, next)));
    await roundTrip();
  }
  client.resume();
  const mirror = new LiveMirror<{ id: string; price: { american: number } }>();
  await until(() => {
    mirror.catchUp(client.results);
    return (
      mirror.odds.size === WIDE &&
      mirror.odds.values().every((o) => o.price.american === 100 + last)
    );
  });
  const updates = client.results
    .slice(seen)
    .map(({ data }) => (data?.liveOdds?.__typename === 'OddsUpdate' ? data.liveOdds : null));
  expect(updates.length).toBeLessThan(last); // Those in socket buffers, and one with everything since.
  expect(updates.at(-1)?.conflated).toBeGreaterThanOrEqual(49 * WIDE);
});

test('a removed price is remembered for ten minutes for clients that come back', async () => {
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
  const client = await graph.live();
  const { cursor } = await client.untilKind('OddsSnapshot');
  const stream = await graph.upstream.stream(1);
  stream.remove('1');
  await client.untilKind('OddsRemoval');
  const firstEvent = async () => {
    const back = await graph.live({ after: cursor });
    const { __typename } = await back.nextOdds();
    back.close();
    return __typename;
  };
  await pass(10 * 60_000, stream);
  expect(await firstEvent()).toBe('OddsRemoval');
  await pass(60_000, stream);
  expect(await firstEvent()).toBe('OddsSnapshot');
  expect(graph.upstream.requests).toBe(1);
  client.close();
});

test('a client whose filter nothing has matched for longer comes back without a snapshot', async () => {
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
  const filter = { eventIds: ['another'] };
  const client = await graph.live({ filter });
  await client.untilKind('OddsSnapshot');
  const stream = await graph.upstream.stream(1);
  stream.remove('1');
  for (let minute = 0; minute < 12; minute += 1) {
    await pass(60_000, stream);
    stream.update(oddsDelta(2, minute));
    await roundTrip();
  }
  const updates = client.results.flatMap(({ data }) =>
    data?.liveOdds?.__typename === 'OddsUpdate' ? data.liveOdds : [],
  );
  expect(updates.map(({ odds }) => odds)).toEqual([[], [], [], []]);
  client.close();
  const back = await graph.live({ filter, after: updates.at(-1)?.cursor ?? '' });
  await pass(4 * 60_000, stream);
  expect((await back.nextOdds()).__typename).toBe('OddsUpdate');
  back.close();
});

test('a connection ends within an hour without completing, and its client resumes from its cursor', async () => {
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
  const client = await graph.live();
  const { cursor } = await client.untilKind('OddsSnapshot');
  const stream = await graph.upstream.stream(1);
  await pass(47 * 60_000, stream);
  expect(client.isOver).toBe(false);
  await pass(14 * 60_000, stream);
  await client.over();
  expect(client.isComplete).toBe(false);
  expect(client.results.every(({ errors }) => errors === undefined)).toBe(true);
  await until(() => !stream.isOpen); // Its idle timeout is over.
  const next = await graph.live({ after: cursor });
  await next.untilKind('OddsSnapshot'); // It is of another board, where the cursor means nothing.
  next.close();
});

test('a client that resumes from a cursor in time gets what it missed instead of a snapshot', async () => {
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2), oddsRow(3)]);
  const client = await graph.live();
  const { cursor } = await client.untilKind('OddsSnapshot');
  const stream = await graph.upstream.stream(1);
  client.close();
  stream.update(oddsDelta(1, 5));
  stream.remove('2');
  await roundTrip();
  graph.clock.advance(IDLE_TIMEOUT_MS - 1);
  const again = await graph.live({ after: cursor });
  expect(await again.nextOdds()).toMatchObject({ __typename: 'OddsRemoval', ids: ['2'] });
  expect(await again.nextOdds()).toMatchObject({ __typename: 'OddsUpdate', odds: [{ id: '1' }] });
  again.close();
});

describe('a limit refuses what exceeds it and affects no open subscription:', () => {
  const LIMITS = { accounts: 2, subscribers: 3, topics: 2 };

  beforeEach(async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: LIMITS });
    graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
  });

  async function subscribed(key: string, league: string): Promise<LiveClient> {
    const client = await graph.live({ filter: { leagues: [league] } }, { key });
    await client.untilKind('OddsSnapshot');
    return client;
  }

  async function refusal(key: string, league: string): Promise<string> {
    const client = await graph.live({ filter: { leagues: [league] } }, { key });
    await client.over();
    const [error] = client.results[0]?.errors ?? [];
    expect(client.results).toHaveLength(1);
    expect(error?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
    return error?.message ?? '';
  }

  /** Expects that changes on the stream reach all these clients. */
  async function expectUndisturbed(clients: readonly LiveClient[], version: number) {
    const stream = await graph.upstream.stream(1);
    stream.update(oddsDelta(1, version));
    for (const client of clients) {
      expect(await client.untilKind('OddsUpdate')).toMatchObject({ odds: [{ id: '1' }] });
    }
  }

  test('the number of subscriptions of an account', async () => {
    const clients = [];
    for (let i = 0; i < LIMITS.subscribers; i += 1)
      clients.push(await subscribed('demo_pro', 'nba'));
    expect(await refusal('demo_pro', 'nba')).toMatch(/has 3 subscriptions open/);
    await expectUndisturbed(clients, 1);
    clients.pop()?.close();
    await until(() => openConnections() === LIMITS.subscribers - 1);
    clients.push(await subscribed('demo_pro', 'nba'));
    await expectUndisturbed(clients, 2);
    for (const client of clients) client.close();
  });

  test('the number of subscriptions of all accounts, of which one may have half', async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: { allSubscribers: 4 } });
    graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
    const clients = [await subscribed('demo_pro', 'nba'), await subscribed('demo_pro', 'nba')];
    expect(await refusal('demo_pro', 'nba')).toMatch(/This account has 2 subscriptions open/);
    clients.push(await subscribed('demo_sharp', 'nba'), await subscribed('demo_sharp', 'nba'));
    expect(await refusal('demo_hobby', 'nba')).toMatch(/The server has 4 subscriptions open/);
    await expectUndisturbed(clients.slice(0, 2), 1);
    for (const client of clients) client.close();
  });

  test('the number of different subscriptions of an account', async () => {
    const clients = [await subscribed('demo_pro', 'nba'), await subscribed('demo_pro', 'nhl')];
    expect(await refusal('demo_pro', 'eredivisie')).toMatch(/has 2 different subscriptions/);
    clients.push(await subscribed('demo_pro', 'nba')); // It is equal to the first one.
    await expectUndisturbed(
      clients.filter((_, i) => i !== 1),
      1,
    );
    expect(graph.upstream.requests).toBe(1);
    for (const client of clients) client.close();
  });

  test('the number of accounts with streams', async () => {
    const clients = [await subscribed('demo_pro', 'nba'), await subscribed('demo_sharp', 'nba')];
    expect(await refusal('demo_hobby', 'nba')).toMatch(/Too many accounts/);
    await expectUndisturbed(clients.slice(0, 1), 1);
    clients.pop()?.close();
    await until(() => openConnections() === 1);
    await graph.clock.advanceInSteps(IDLE_TIMEOUT_MS, 1_000);
    clients.push(await subscribed('demo_hobby', 'nba'));
    for (const client of clients) client.close();
  });

  test('the number of prices on all boards, for a stream that grows', async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: { prices: 4 } });
    graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
    const clients = [await subscribed('demo_pro', 'nba')];
    graph.upstream.onStream = (stream) => stream.connected();
    const large = await graph.live({}, { key: 'demo_sharp' });
    const stream = await graph.upstream.stream(2);
    for (const number of [1, 2, 3]) stream.snapshot([oddsRow(number)]);
    await large.over();
    const [error] = large.results.at(-1)?.errors ?? [];
    expect(error?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
    expect(error?.message).toMatch(/no room for more prices/);
    await until(() => !stream.isOpen);
    await expectUndisturbed(clients, 1);
    // New prices after the snapshot count, too.
    const first = await graph.upstream.stream(1);
    first.snapshot([oddsRow(3), oddsRow(4)]);
    first.snapshot([oddsRow(5)]);
    await clients[0]?.over();
    expect(clients[0]?.results.at(-1)?.errors?.[0]?.extensions?.['code']).toBe(
      'STREAM_LIMIT_EXCEEDED',
    );
  });

  test('the number of prices on all boards, where an incomplete board counts as the largest one', async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: { prices: 4 } });
    graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
    const clients = [await subscribed('demo_pro', 'nba')];
    graph.upstream.onStream = (stream) => stream.connected();
    const coming = await graph.live({}, { key: 'demo_sharp' });
    await coming.untilState('CONNECTED');
    expect(await refusal('demo_hobby', 'nba')).toMatch(/no room for more prices/);
    clients.push(await subscribed('demo_pro', 'nhl'));
    await expectUndisturbed(clients.slice(0, 1), 1);
    for (const client of [...clients, coming]) client.close();
  });

  test('the number of prices on all boards, with those that were removed and are still remembered', async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: { prices: 4 } });
    graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
    const client = await subscribed('demo_pro', 'nba');
    const stream = await graph.upstream.stream(1);
    for (const number of [2, 3, 4, 5]) {
      stream.snapshot([oddsRow(number)]);
      stream.remove(`${number}`);
    }
    await client.over();
    expect(client.results.at(-1)?.errors?.[0]?.message).toMatch(/no room for more prices/);
  });

  test('the number of prices on all boards, where an opportunity counts as ten', async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: { prices: 20 } });
    graph.upstream.onStream = (stream) => {
      stream.connected();
      stream.send('ev:detected', [evOpportunity({ id: '1' }), evOpportunity({ id: '2' })]);
      stream.complete([]);
    };
    const query = `subscription { liveOpportunities(kinds: [EV]) {
      __typename ... on FeedStatus { state }
    } }`;
    const client = await LiveClient.open(graph.url, query);
    await until(() => JSON.stringify(client.results).includes('READY'));
    (await graph.upstream.stream(1)).send('ev:detected', [evOpportunity({ id: '3' })]);
    await client.over();
    expect(client.results.at(-1)?.errors?.[0]?.message).toMatch(/no room for more prices/);
  });

  test.skipIf(!hasRedis)(
    'the number of prices on all boards, each of which counts twice behind Redis',
    async () => {
      await graph.stop();
      const redis = await RedisServer.start();
      onTestFinished(() => redis.stop());
      graph = await ScriptedGraph.start({
        liveLimits: { prices: 4 },
        clock: systemClock,
        redisUrl: redis.url,
      });
      graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
      const client = await subscribed('demo_pro', 'nba');
      (await graph.upstream.stream(1)).snapshot([oddsRow(3)]);
      await client.over();
      expect(client.results.at(-1)?.errors?.[0]?.message).toMatch(/no room for more prices/);
    },
  );
});

describe('events that clients do not read', () => {
  beforeEach(async () => {
    await graph.stop();
    graph = await ScriptedGraph.start({ liveLimits: { unreadBytes: 20e6 } });
    const rows = Array.from({ length: WIDE }, (_, i) => oddsRow(i));
    graph.upstream.onStream = (stream) => stream.open(rows);
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
    for (const client of clients) client.close();
  });

  test('count once if several clients get them', async () => {
    const before = await cut();
    const clients = [await unread('a'), await unread('a'), await unread('a'), await unread('a')];
    expect(await cut()).toBe(before);
    for (const client of clients) client.close();
  });
});
