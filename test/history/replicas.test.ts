import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasPostgres, PostgresServer } from '../harness/programs/postgres.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { checkStored } from './kills/check-stored.ts';

const PRICES = 20;
/** How often each price changes before and after a failure. */
const CHANGES = 10;

let redis: RedisServer;
let proxy: TcpProxy;
let postgres: PostgresServer;
let database: string;
let store: HistoryStore;
let upstream: ScriptedUpstream;
/** The first one leads. */
let replicas: OddsgraphProcess[];
let clients: LiveClient[];
/** Counts the changes of each price. */
let version: number;

/** Starts a replica, which reaches Redis at a port, and a subscriber of it. */
async function start(port: number): Promise<LiveClient> {
  return (await startWith(port)).client;
}

async function startWith(port: number): Promise<{ client: LiveClient; graph: GraphClient }> {
  const replica = new OddsgraphProcess({
    REDIS_URL: `redis://127.0.0.1:${port}`,
    UPSTREAM_URL: upstream.url.href,
    HISTORY_URL: database,
    HISTORY_KEY: 'demo_enterprise',
  });
  replicas.push(replica);
  const graph = await replica.listening();
  const client = await LiveClient.open(graph.url);
  clients.push(client);
  await client.untilKind('OddsSnapshot');
  return { client, graph };
}

function rows() {
  return Array.from({ length: PRICES }, (_, row) => oddsRow(row, version));
}

/**
 * Every price changes so many times, on the stream that was opened last. The next change comes once a subscriber has the
 * one before, or replicas may get both as one.
 */
async function change(times: number, client: LiveClient): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    version += 1;
    const odds = Array.from({ length: PRICES }, (_, row) => oddsDelta(row, version));
    upstream.streams.at(-1)?.update(...odds);
    await sees(client);
  }
}

/** Resolves when a subscriber knows that upstream is read again. */
async function ready(client: LiveClient): Promise<void> {
  const states = () =>
    client.results.flatMap(({ data }) =>
      data?.liveOdds?.__typename === 'FeedStatus' ? data.liveOdds.state : [],
    );
  await until(() => states().includes('RECONNECTING') && states().at(-1) === 'READY');
}

/** Resolves when a subscriber has the newest price. */
async function sees(client: LiveClient): Promise<void> {
  const newest = 100 + version;
  const isNewest = () =>
    client.results.some(({ data }) => {
      const event = data?.liveOdds;
      return (
        event?.__typename === 'OddsUpdate' &&
        event.odds.some(({ price }) => price.american === newest)
      );
    });
  await until(isNewest);
}

beforeAll(async () => {
  if (hasRedis && hasPostgres) postgres = await PostgresServer.start();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  if (!hasRedis || !hasPostgres) return;
  [replicas, clients, version] = [[], [], 0];
  [redis, upstream] = await Promise.all([RedisServer.start(), ScriptedUpstream.open()]);
  proxy = await TcpProxy.open(redis.port);
  database = await postgres.createDatabase();
  store = await openStore(database);
  upstream.onStream = (stream) => stream.open(rows());
  await start(proxy.port);
});

afterEach(async () => {
  if (!hasRedis || !hasPostgres) return;
  for (const client of clients) client.close();
  await store.close();
  await Promise.all(replicas.map((replica) => replica.kill()));
  await Promise.all([upstream.close(), proxy.close()]);
  await redis.stop();
});

/** Resolves when all changes are stored, once each, and checks that none is missing. */
async function allStored(): Promise<void> {
  const points = PRICES * (version + 1);
  let stored = await checkStored(store);
  await until(async () => {
    stored = await checkStored(store);
    return stored.points >= points && stored.spans > 0; // The spans are read before the points.
  });
  expect(stored).toEqual({ points, holes: 0, spans: 1 });
}

/** The newest price of each series as a replica tells it, and whether all of its history was watched. */
async function newestPrices(graph: GraphClient, from: string) {
  const query = `query ($from: DateTime) { odds(first: ${PRICES}) { nodes { history(first: 1000, from: $from) {
    points { price { american } } coverage { isComplete } } } } }`;
  const { data, errors } = await graph.ask(query, { key: 'demo_pro', variables: { from } });
  expect(errors).toEqual([]);
  return (data.odds?.nodes ?? []).map(({ history }) => [
    history?.points.at(-1)?.price?.american,
    history?.coverage.isComplete,
  ]);
}

describe.skipIf(!hasRedis || !hasPostgres)(
  'what replicas record together',
  { timeout: 60_000 },
  () => {
    test.each<[what: string, fail: () => void, mend: () => void]>([
      ['is killed', () => replicas[0]?.signal('SIGKILL'), () => {}],
      ['is paused', () => replicas[0]?.signal('SIGSTOP'), () => replicas[0]?.signal('SIGCONT')],
      ['is cut off from Redis', () => proxy.cut(), () => proxy.mend()],
    ])(
      'has each change once that a board has seen, if the leader %s',
      async (_what, fail, mend) => {
        const follower = await start(redis.port);
        await until(async () => (await checkStored(store)).points === PRICES);
        await change(CHANGES, follower);
        const before = upstream.streams.length;
        fail(); // What it has not stored yet, the other replica has seen as well.
        await upstream.stream(before + 1);
        await ready(follower);
        await change(CHANGES, follower);
        mend();
        await change(CHANGES, follower);
        await allStored();
      },
    );

    test('has a gap where prices changed while no replica read upstream', async () => {
      const follower = await start(redis.port);
      await until(async () => (await checkStored(store)).points === PRICES);
      await change(CHANGES, follower);
      await until(async () => (await checkStored(store)).points === PRICES * (CHANGES + 1));
      const before = upstream.streams.length;
      replicas[0]?.signal('SIGKILL');
      version += 2; // The prices of the first of both changes nobody ever sees.
      await upstream.stream(before + 1);
      await ready(follower);
      await until(async () => {
        await change(1, follower);
        return (await checkStored(store)).spans === 2;
      });
      expect(await checkStored(store)).toMatchObject({ holes: PRICES });
    });

    test('is told by a replica that only follows as soon as its subscribers know it', async () => {
      const { client, graph } = await startWith(redis.port);
      await until(async () => (await checkStored(store)).points === PRICES);
      upstream.listed = rows();
      const { data } = await graph.ask('{ historyCoverage { since } }', { key: 'demo_pro' });
      const since = data.historyCoverage?.since ?? '';
      for (let i = 0; i < 20; i += 1) {
        await change(1, client);
        const expected = Array.from({ length: PRICES }, () => [100 + version, true]);
        expect(await newestPrices(graph, since)).toEqual(expected);
      }
    });
  },
);
