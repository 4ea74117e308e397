import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { evOpportunity, oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const KEY = 'demo_enterprise';
const ROWS = [0, 1, 2].map((i) => oddsRow(i));

let redis: RedisServer;
let upstream: ScriptedUpstream;
let replicas: Replica[];

/** One process of the program, and how it is reached. */
interface Replica {
  readonly process: OddsgraphProcess;
  readonly url: string;
}

async function start(redisUrl = redis.url): Promise<Replica> {
  const process = new OddsgraphProcess({
    REDIS_URL: redisUrl,
    UPSTREAM_URL: upstream.url.href,
    LOG_LEVEL: 'warn',
  });
  const replica = { process, url: (await process.listening()).url };
  replicas.push(replica);
  return replica;
}

function startAll(count: number): Promise<Replica[]> {
  return Promise.all(Array.from({ length: count }, () => start()));
}

function subscribe({ url }: Replica, after: string | null = null): Promise<LiveClient> {
  return LiveClient.open(url, LIVE_ODDS, { key: KEY, variables: { after } });
}

/** Whether a replica reads upstream for the others. */
async function leads({ url }: Replica): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /^oddsgraph_relay_leaders 1$/m.test(metrics);
}

async function readiness({ url }: Replica): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

/** Resolves once a replica's readiness is this; asks again as soon as it has been answered. */
async function untilReadiness(replica: Replica, status: number): Promise<void> {
  while ((await readiness(replica)) !== status);
}

/** The whole first snapshot; its last part has the cursor to go on with. */
async function snapshot(client: LiveClient) {
  for (;;) {
    const event = await client.untilKind('OddsSnapshot');
    if (event.isLast) return event;
  }
}

/** The kinds of events that a client has had so far. */
function kinds(client: LiveClient): (string | undefined)[] {
  return client.results.map(({ data }) => data?.liveOdds?.__typename);
}

beforeEach(async () => {
  if (!hasRedis) return;
  replicas = [];
  redis = await RedisServer.start();
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open(ROWS);
});

afterEach(async () => {
  if (!hasRedis) return;
  await Promise.all(replicas.map(({ process }) => process.kill()));
  await upstream.close();
  await redis.stop();
});

describe.skipIf(!hasRedis)('replicas that share a Redis', { timeout: 120_000 }, () => {
  test('share one upstream stream and accept each other’s cursors', async () => {
    const [first, second, third] = (await startAll(3)) as [Replica, Replica, Replica];
    const clients = [await subscribe(first), await subscribe(second), await subscribe(third)];
    for (const client of clients) expect((await snapshot(client)).total).toBe(3);
    upstream.streams[0]?.update(oddsDelta(1, 5));
    const updates = await Promise.all(clients.map((client) => client.untilKind('OddsUpdate')));
    for (const { odds } of updates) expect(odds.map(({ id }) => id)).toEqual(['1']);
    const [update] = updates;
    expect(new Set(updates.map(({ cursor }) => cursor)).size).toBe(1);
    expect(upstream.requests).toBe(1);

    // The cursor of one replica shows what changed since, and no snapshot, on another.
    upstream.streams[0]?.remove('2');
    await Promise.all(clients.map((client) => client.untilKind('OddsRemoval')));
    const late = await start();
    const resumed = await subscribe(late, update?.cursor ?? null);
    expect(await resumed.nextOdds()).toMatchObject({ __typename: 'OddsRemoval', ids: ['2'] });
    expect(upstream.requests).toBe(1);
    for (const client of [...clients, resumed]) client.close();
  });

  test('answer queries for opportunities from one upstream stream', async () => {
    upstream.onStream = (stream) => {
      stream.connected();
      stream.send('ev:detected', [evOpportunity({ id: 'a' }), evOpportunity({ id: 'b' })]);
      stream.complete([]);
    };
    const [first, second] = (await startAll(2)) as [Replica, Replica];
    const ask = ({ url }: Replica) =>
      new GraphClient(url).ask('{ opportunities { nodes { id } } }', { key: KEY });
    for (const { data, errors } of await Promise.all([ask(first), ask(second)])) {
      expect(errors).toEqual([]);
      expect(data.opportunities?.nodes).toEqual([{ id: 'a' }, { id: 'b' }]);
    }
    expect(upstream.requests).toBe(1);
    upstream.streams[0]?.send('ev:expired', { expired: ['a'], timestamp: '2026-11-21T18:00:00Z' });
    for (const replica of [first, second]) {
      await until(async () => (await ask(replica)).data.opportunities?.nodes.length === 1);
    }
    expect(upstream.requests).toBe(1);
  });

  test('store no API key, and set an expiry on every key in Redis', async () => {
    const [only] = (await startAll(1)) as [Replica];
    const client = await subscribe(only);
    await snapshot(client);
    const reader = createClient({ url: redis.url, RESP: 2 });
    await reader.connect();
    const names = await reader.sendCommand<string[]>(['KEYS', '*']);
    const stored = await Promise.all(
      names.map(async (name) => {
        const dump = await reader.sendCommand<string>(['DUMP', name]);
        const ttl = await reader.sendCommand<number>(['PTTL', name]);
        return { text: `${name} ${dump}`, ttl };
      }),
    );
    reader.destroy();
    expect(names.length).toBeGreaterThanOrEqual(4);
    for (const { text, ttl } of stored) {
      expect(text).not.toContain(KEY);
      expect(ttl).toBeGreaterThan(0);
    }
    client.close();
  });

  test('all end their subscriptions with the error with which upstream refuses the stream', async () => {
    const clients = await Promise.all((await startAll(2)).map((replica) => subscribe(replica)));
    // Once both have their snapshots, both follow the log.
    await Promise.all(clients.map(snapshot));
    upstream.refuse({ status: 403, code: 'tier_restricted' });
    upstream.streams[0]?.cut();
    for (const client of clients) {
      let result = await client.next();
      while (result.errors === undefined) result = await client.next();
      expect(result.errors[0]?.extensions?.['code']).toBe('FEATURE_NOT_AVAILABLE');
      await client.over();
    }
  });

  test('recover within eight seconds after the leader is killed, without a new snapshot', async () => {
    const [first, second] = (await startAll(2)) as [Replica, Replica];
    const leading = await subscribe(first);
    await snapshot(leading);
    const client = await subscribe(second);
    await snapshot(client);
    expect([await leads(first), await leads(second)]).toEqual([true, false]);
    const changed = [oddsRow(0), oddsRow(1, 7), oddsRow(2)];
    upstream.onStream = (stream) => stream.open(changed);
    const killedAt = performance.now();
    await first.process.kill();
    await client.untilState('RECONNECTING');
    const { odds } = await client.untilKind('OddsUpdate');
    expect(performance.now() - killedAt).toBeLessThan(8_000);
    expect(odds.map(({ id }) => id)).toEqual(['1']);
    await client.untilState('READY');
    expect(kinds(client).filter((kind) => kind === 'OddsSnapshot')).toHaveLength(1);
    expect([await leads(second), upstream.requests]).toEqual([true, 2]);
    client.close();
  });

  test('keep long messages of upstream out of Redis', async () => {
    const [replica] = (await startAll(1)) as [Replica];
    const client = await subscribe(replica);
    await snapshot(client);
    upstream.streams[0]?.send('error', { code: 'odd', message: 'x'.repeat(100_000) });
    await client.untilState('NOTICE');
    client.close();
    const reader = createClient({ url: redis.url, RESP: 2 });
    await reader.connect();
    const [log = ''] = await reader.sendCommand<string[]>(['KEYS', '*:log']);
    const entries = JSON.stringify(await reader.sendCommand(['XRANGE', log, '-', '+']));
    reader.destroy();
    expect(entries).toContain('NOTICE');
    expect(entries.length).toBeLessThan(10_000);
  });

  test('go on if upstream still counts the stream of a leader that hangs', async () => {
    const [first, second] = (await startAll(2)) as [Replica, Replica];
    await snapshot(await subscribe(first));
    const client = await subscribe(second);
    await snapshot(client);
    upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
    first.process.signal('SIGSTOP');
    await upstream.stream(2);
    await client.untilState('READY');
    expect(client.results.flatMap(({ errors = [] }) => errors)).toEqual([]);
    expect(upstream.requests).toBe(3);
    first.process.signal('SIGCONT');
    client.close();
  });

  test('hand the lead over at once when the leader stops', async () => {
    const [first, second] = (await startAll(2)) as [Replica, Replica];
    await snapshot(await subscribe(first));
    const client = await subscribe(second);
    await snapshot(client);
    const stoppedAt = performance.now();
    first.process.signal('SIGTERM');
    await upstream.stream(2);
    expect(performance.now() - stoppedAt).toBeLessThan(4_000); // A lease lasts five seconds.
    await client.untilState('READY');
    expect(kinds(client).filter((kind) => kind === 'OddsSnapshot')).toHaveLength(1);
    client.close();
  });

  test('replace a paused leader, which follows when it resumes', async () => {
    const [first, second] = (await startAll(2)) as [Replica, Replica];
    const woken = await subscribe(first);
    await snapshot(woken);
    const client = await subscribe(second);
    await snapshot(client);
    const stream = await upstream.stream(1);
    first.process.signal('SIGSTOP');
    const next = await upstream.stream(2);
    await client.untilState('READY');
    first.process.signal('SIGCONT');
    await stream.closed;
    next.update(oddsDelta(2, 9));
    for (const one of [woken, client]) {
      expect((await one.untilKind('OddsUpdate')).odds.map(({ id }) => id)).toEqual(['2']);
    }
    expect([await leads(first), await leads(second)]).toEqual([false, true]);
    expect(upstream.openStreams).toBe(1);
    for (const one of [woken, client]) one.close();
  });

  test('replace a leader that is cut off from Redis, which reports STALE', async () => {
    const proxy = await TcpProxy.open(redis.port);
    const first = await start(`redis://127.0.0.1:${proxy.port}`);
    const second = await start();
    const cutOff = await subscribe(first);
    await snapshot(cutOff);
    const client = await subscribe(second);
    await snapshot(client);
    const stream = await upstream.stream(1);
    const isOpenAtTakeover = upstream.stream(2).then(() => stream.isOpen);
    proxy.cut();
    await cutOff.untilState('STALE');
    await untilReadiness(first, 503);
    expect(await readiness(second)).toBe(200);
    const next = await upstream.stream(2);
    expect(await isOpenAtTakeover).toBe(false);
    await client.untilState('READY');
    next.update(oddsDelta(0, 3));
    await client.untilKind('OddsUpdate');
    proxy.mend();
    expect((await cutOff.untilKind('OddsUpdate')).odds.map(({ id }) => id)).toEqual(['0']);
    await untilReadiness(first, 200);
    expect([await leads(first), await leads(second), upstream.openStreams]).toEqual([
      false,
      true,
      1,
    ]);
    for (const one of [cutOff, client]) one.close();
    await Promise.all([first, second].map(({ process }) => process.kill()));
    await proxy.close();
  });

  test('report STALE and are not ready without Redis, and send a new snapshot when it is back, empty', async () => {
    const [first, second] = (await startAll(2)) as [Replica, Replica];
    const clients = [await subscribe(first), await subscribe(second)];
    const cursors = [];
    for (const client of clients) cursors.push((await snapshot(client)).cursor);
    await redis.stop();
    await Promise.all(clients.map((client) => client.untilState('STALE')));
    await Promise.all([first, second].map((replica) => untilReadiness(replica, 503)));
    await redis.restart();
    await Promise.all([first, second].map((replica) => untilReadiness(replica, 200)));
    for (const client of clients) expect((await snapshot(client)).total).toBe(3);
    await Promise.all(clients.map((client) => client.untilState('READY')));
    const late = await subscribe(second, cursors[1] ?? null);
    expect((await snapshot(late)).total).toBe(3);
    const leading = await Promise.all([first, second].map(leads));
    expect(leading.filter(Boolean)).toHaveLength(1);
    expect(upstream.openStreams).toBe(1);
    for (const client of [...clients, late]) client.close();
  });
});
