import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
/** The way to Redis of the replica that leads first. */
let proxy: TcpProxy;
let postgres: PostgresServer;
let store: HistoryStore;
let upstream: ScriptedUpstream;
/** The address of the database, and the way there of the replica that leads last. */
let database: string;
let way: TcpProxy;
let first: GraphClient;
let second: GraphClient;
const replicas: OddsgraphProcess[] = [];
const clients: LiveClient[] = [];
/** Counts the changes of each price. */
let version = 0;

/** Starts a replica, which reaches Redis and PostgreSQL at these ports. */
function start(port: number, postgresPort = postgres.port): Promise<GraphClient> {
  const replica = new OddsgraphProcess({
    UPSTREAM_URL: upstream.url.href,
    HISTORY_URL: database.replace(`:${postgres.port}/`, `:${postgresPort}/`),
    HISTORY_KEY: 'demo_enterprise',
    REDIS_URL: `redis://127.0.0.1:${port}`,
  });
  replicas.push(replica);
  return replica.listening();
}

/** A subscriber that has the board. */
async function subscribe({ url }: GraphClient): Promise<LiveClient> {
  const client = await LiveClient.open(url);
  clients.push(client);
  await client.snapshot();
  return client;
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

/** Resolves when a subscriber has the newest price. */
async function sees(client: LiveClient): Promise<void> {
  for (;;) {
    const { odds } = await client.untilKind('OddsUpdate');
    if (odds.some(({ price }) => price.american === 100 + version)) return;
  }
}

beforeAll(async () => {
  if (!hasRedis || !hasPostgres) return;
  [postgres, redis, upstream] = await Promise.all([
    PostgresServer.start(),
    RedisServer.start(),
    ScriptedUpstream.open(),
  ]);
  [proxy, way] = await Promise.all([TcpProxy.open(redis.port), TcpProxy.open(postgres.port)]);
  database = await postgres.createDatabase();
  store = await openStore(database);
  upstream.onStream = (stream) => stream.open(rows());
  first = await start(proxy.port);
  await subscribe(first);
  second = await start(redis.port);
  await until(async () => (await checkStored(store)).points === PRICES);
});

afterAll(async () => {
  if (!hasRedis || !hasPostgres) return;
  for (const client of clients) client.close();
  await store.close();
  await Promise.all(replicas.map((replica) => replica.kill()));
  await Promise.all([upstream.close(), proxy.close(), way.close(), redis.stop()]);
  await postgres.stop();
});

/** Lets the replica that leads fail. Resolves when a subscriber of the other one knows that upstream is read again. */
async function failover(client: LiveClient, fail: () => unknown): Promise<void> {
  const streams = upstream.streams.length;
  fail();
  await upstream.stream(streams + 1);
  await client.untilState('RECONNECTING');
  await client.untilState('READY');
}

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

/** Each test goes on with what the one before has left. */
describe.skipIf(!hasRedis || !hasPostgres)(
  'what replicas record together',
  { timeout: 60_000 },
  () => {
    test('is told by a replica that only follows as soon as its subscribers know it', async () => {
      const client = await subscribe(second);
      upstream.listed = rows();
      const { data } = await second.ask('{ historyCoverage { since } }', { key: 'demo_pro' });
      const since = data.historyCoverage?.since ?? '';
      for (let i = 0; i < 20; i += 1) {
        await change(1, client);
        const expected = Array.from({ length: PRICES }, () => [100 + version, true]);
        expect(await newestPrices(second, since)).toEqual(expected);
      }
    });

    // Each time the other one takes over, and leads in the next test.
    test.each<[what: string, follower: () => GraphClient, fail: () => void, mend: () => void]>([
      ['is cut off from Redis', () => second, () => proxy.cut(), () => proxy.mend()],
      [
        'is paused',
        () => first,
        () => replicas[1]?.signal('SIGSTOP'),
        () => replicas[1]?.signal('SIGCONT'),
      ],
      ['is killed', () => second, () => replicas[0]?.signal('SIGKILL'), () => {}],
    ])(
      'has each change once that a board has seen, if the leader %s',
      async (_what, follower, fail, mend) => {
        const client = await subscribe(follower());
        await change(CHANGES, client);
        await failover(client, fail); // What it has not stored yet, the other replica has seen as well.
        await change(CHANGES, client);
        mend();
        await change(CHANGES, client);
        await allStored();
      },
    );

    test('has a gap where prices changed while no replica read upstream', async () => {
      const client = await subscribe(await start(redis.port, way.port));
      await failover(client, () => {
        replicas[1]?.signal('SIGKILL');
        version += 2; // The prices of the first of both changes nobody ever sees.
      });
      await until(async () => {
        await change(1, client);
        return (await checkStored(store)).spans === 2;
      });
      expect(await checkStored(store)).toMatchObject({ holes: PRICES });
    });

    test('is not waited for at a stop if the database no longer answers', async () => {
      way.cut();
      await change(1, clients.at(-1) as LiveClient);
      replicas[2]?.signal('SIGTERM');
      expect(await replicas[2]?.exited).toBe(0);
      expect(replicas[2]?.errors).toContain('"msg":"stopped"');
    });
  },
);
