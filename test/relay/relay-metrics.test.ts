import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const ROWS = [oddsRow(0), oddsRow(1)];

let redis: RedisServer;
let proxy: TcpProxy;
let upstream: ScriptedUpstream;
/** The first one leads. */
let processes: OddsgraphProcess[];
let leader: string;
let follower: string;
let clients: LiveClient[];

type Metrics = Readonly<Record<string, number>>;

/** The values at `/metrics`, without the prefix of their names. */
async function metrics(url: string): Promise<Metrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^oddsgraph_(\S+) (\S+)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value]) => [name, Number(value)]));
}

/** The first metrics of a replica that satisfy a condition. */
async function metricsWhen(url: string, isSo: (metrics: Metrics) => boolean): Promise<Metrics> {
  let current: Metrics = {};
  await until(async () => {
    current = await metrics(url);
    return isSo(current);
  });
  return current;
}

async function start(port: number): Promise<string> {
  const process = new OddsgraphProcess({
    REDIS_URL: `redis://127.0.0.1:${port}`,
    UPSTREAM_URL: upstream.url.href,
    LOG_LEVEL: 'warn',
  });
  processes.push(process);
  return (await process.listening()).url;
}

async function subscribe(url: string): Promise<void> {
  const client = await LiveClient.open(url, LIVE_ODDS);
  clients.push(client);
  await client.untilState('READY');
}

const AGE = 'relay_newest_step_age_seconds';
const FRAME_AGE = 'upstream_frame_age_seconds{channel="odds"}';
const FIRST = 'relay_leaderships_total{kind="first"}';
const TAKEOVER = 'relay_leaderships_total{kind="takeover"}';

beforeEach(async () => {
  if (!hasRedis) return;
  [processes, clients] = [[], []];
  redis = await RedisServer.start();
  proxy = await TcpProxy.open(redis.port);
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open(ROWS);
  leader = await start(proxy.port);
  expect((await metrics(leader))[AGE]).toBeNaN();
  await subscribe(leader);
  follower = await start(redis.port);
  await subscribe(follower);
}, 60_000);

afterEach(async () => {
  if (!hasRedis) return;
  for (const client of clients) client.close();
  await Promise.all(processes.map((process) => process.kill()));
  await upstream.close();
  await proxy.close();
  await redis.stop();
}, 60_000);

describe.skipIf(!hasRedis)('the metrics of replicas tell', { timeout: 60_000 }, () => {
  test('who leads, and that a killed leader was replaced', async () => {
    upstream.streams[0]?.update(oddsDelta(1, 5));
    await Promise.all(clients.map((client) => client.untilKind('OddsUpdate')));
    const [leading, following] = [await metrics(leader), await metrics(follower)];
    expect(leading).toMatchObject({
      relay_leaders: 1,
      [FIRST]: 1,
      redis_reachable: 1,
      'upstream_streams{channel="odds"}': 1,
    });
    expect(following).toMatchObject({
      relay_leaders: 0,
      redis_reachable: 1,
      'relay_reloads_total{reason="first"}': 1,
    });
    for (const metrics of [leading, following]) {
      expect(metrics[AGE]).toBeGreaterThanOrEqual(0);
      expect(metrics[AGE]).toBeLessThan(5);
      expect(metrics['redis_commands_total{command="XREAD"}']).toBeGreaterThan(0);
      expect(metrics['redis_commands_total{command="EVALSHA"}']).toBeGreaterThan(0);
      expect(metrics[TAKEOVER]).toBeUndefined();
      expect(metrics['relay_reloads_total{reason="gap"}']).toBeUndefined();
    }
    await processes[0]?.kill();
    const after = await metricsWhen(follower, ({ relay_leaders }) => relay_leaders === 1);
    expect(after).toMatchObject({ [TAKEOVER]: 1, redis_reachable: 1 });
    expect(after[FIRST]).toBeUndefined();
  });

  test('at the leader alone, how long upstream has been silent: a heartbeat counts', async () => {
    const before = performance.now();
    upstream.streams[0]?.send('heartbeat', { timestamp: '2026-11-21T18:00:00Z' });
    const isAfter = (age = Number.POSITIVE_INFINITY) => age * 1000 < performance.now() - before;
    await metricsWhen(leader, ({ [FRAME_AGE]: age }) => isAfter(age));
    expect((await metrics(follower))[FRAME_AGE]).toBeUndefined();
  });

  test('that a paused leader no longer leads when it wakes up', async () => {
    processes[0]?.signal('SIGSTOP');
    await metricsWhen(follower, ({ relay_leaders }) => relay_leaders === 1);
    processes[0]?.signal('SIGCONT');
    const woken = await metricsWhen(leader, ({ relay_leaders }) => relay_leaders === 0);
    expect(woken[FIRST]).toBe(1);
    expect(woken[FRAME_AGE]).toBeUndefined();
  });

  test('which replica is cut off, and how long it has got nothing', async () => {
    proxy.cut();
    const cutOff = await metricsWhen(leader, (of) => of['redis_reachable'] === 0);
    expect(cutOff[AGE]).toBeGreaterThan(0);
    const later = await metricsWhen(leader, ({ relay_leaders }) => relay_leaders === 0);
    expect(later[AGE]).toBeGreaterThan(cutOff[AGE] ?? Number.NaN);
    const other = await metricsWhen(follower, ({ relay_leaders }) => relay_leaders === 1);
    expect(other).toMatchObject({ redis_reachable: 1, [TAKEOVER]: 1 });
    const sent = 'event_streams_cut_total{reason="redis"}';
    const ended = await metricsWhen(leader, (of) => (of[sent] ?? 0) > 0);
    expect(ended).toMatchObject({ [sent]: 1, event_streams: 0 });
    expect((await metrics(follower))[sent]).toBeUndefined();
  });

  test('that Redis is gone for all, and that a new board began when it was back, empty', async () => {
    await redis.stop();
    for (const url of [leader, follower]) {
      await metricsWhen(url, (of) => of['redis_reachable'] === 0 && of['relay_leaders'] === 0);
    }
    await until(() => upstream.openStreams === 0);
    await redis.restart();
    await Promise.all(clients.map((client) => client.untilKind('OddsSnapshot')));
    await Promise.all(clients.map((client) => client.untilState('READY')));
    const [leading, following] = await Promise.all([leader, follower].map(metrics));
    const sum = (name: string) => (leading?.[name] ?? 0) + (following?.[name] ?? 0);
    expect(sum('relay_leaders')).toBe(1);
    expect(sum(FIRST)).toBe(2);
    expect(sum(TAKEOVER)).toBe(0);
    expect(sum('relay_reloads_total{reason="epoch"}')).toBeGreaterThan(0);
  });

  test('that upstream was lost, while the lead stays', async () => {
    upstream.refuse({ status: 503 });
    upstream.streams[0]?.cut();
    await Promise.all(clients.map((client) => client.untilState('RECONNECTING')));
    const lost = await metrics(leader);
    expect(lost).toMatchObject({ relay_leaders: 1, redis_reachable: 1 });
    expect(lost['upstream_streams_lost_total{channel="odds"}']).toBeGreaterThan(0);
    await Promise.all(clients.map((client) => client.untilState('READY')));
    expect((await metrics(leader))[FIRST]).toBe(1);
  });
});
