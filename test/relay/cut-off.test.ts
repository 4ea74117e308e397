import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '../../src/app.ts';
import { type Clock, systemClock } from '../../src/scheduling/clock.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const ROWS = [0, 1, 2].map((i) => oddsRow(i));

let redis: RedisServer;
let proxy: TcpProxy;
let upstream: ScriptedUpstream;
let stops: (() => Promise<void>)[];
let clock: ManualClock;

beforeEach(async () => {
  if (!hasRedis) return;
  stops = [];
  clock = new ManualClock();
  redis = await RedisServer.start();
  proxy = await TcpProxy.open(redis.port);
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open(ROWS);
}, 60_000);

afterEach(async () => {
  if (!hasRedis) return;
  await passing(Promise.all(stops.map((stop) => stop())));
  await upstream.close();
  await proxy.close();
  await redis.stop();
}, 60_000);

/** Moves the clock no faster than real time, in which Redis connects and answers, until a promise is settled. */
async function passing<Value>(promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    await pause(1);
    clock.advance(1);
  }
  return promise;
}

/** A replica in this process; returns its address. */
async function start(redisPort: number, clock: Clock): Promise<string> {
  const { url, stop } = await startApp({
    host: '127.0.0.1',
    port: 0,
    baseUrl: upstream.url,
    clock,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    log: pino({ level: 'silent' }),
  });
  stops.push(stop);
  return url;
}

function subscribe(url: string, after: string | null = null): Promise<LiveClient> {
  return passing(LiveClient.open(url, LIVE_ODDS, { variables: { after } }));
}

async function snapshot(client: LiveClient) {
  for (;;) {
    const event = await passing(client.untilKind('OddsSnapshot'));
    if (event.isLast) return event;
  }
}

async function readiness(url: string) {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.json()];
}

const UNREACHABLE = [503, { status: 'redis unreachable', upstream: 'answering' }];
const READY = [200, { status: 'ready', upstream: 'answering' }];

/** The types and states of a client's events. */
function kinds({ results }: LiveClient): unknown[] {
  return results.map(({ data }) => {
    const event = data?.liveOdds;
    return event?.__typename === 'FeedStatus' ? event.state : event?.__typename;
  });
}

describe.skipIf(!hasRedis)('a follower that is cut off from Redis', () => {
  let leader: string;
  let follower: string;

  beforeEach(async () => {
    leader = await start(redis.port, systemClock);
    const client = await subscribe(leader);
    await snapshot(client);
    follower = await start(proxy.port, clock);
  });

  /** Cuts it off, and resolves once it has noticed, which takes two seconds. */
  async function cut(client: LiveClient): Promise<void> {
    proxy.cut();
    let ms = 0;
    while ((await readiness(follower))[0] === 200) {
      await clock.advanceInSteps(100, 100);
      ms += 100;
    }
    expect(ms).toBeGreaterThanOrEqual(2_000);
    expect(ms).toBeLessThan(3_000); // Two seconds after the last answer, which was on its way.
    await client.untilState('STALE');
  }

  /** Moves the clock more slowly than real time, in which Redis answers. Returns whether the follower is ready. */
  async function tick(): Promise<boolean> {
    clock.advance(1);
    return (await readiness(follower))[0] === 200;
  }

  test('is not ready until Redis has answered it for the first time', async () => {
    proxy.cut();
    const late = await start(proxy.port, clock);
    expect((await readiness(late))[0]).toBe(503);
    proxy.mend();
    await until(async () => {
      clock.advance(1);
      return (await readiness(late))[0] === 200;
    });
  });

  test('shows STALE after two seconds and ends its subscribers after ten, who go on elsewhere', async () => {
    const client = await subscribe(follower);
    const { cursor } = await snapshot(client);
    expect(await readiness(follower)).toEqual(READY);
    await cut(client);
    expect(await readiness(follower)).toEqual(UNREACHABLE);
    expect(await readiness(leader)).toEqual(READY);
    upstream.streams[0]?.remove('2');
    await clock.advanceInSteps(7_900, 100);
    expect(client.isOver).toBe(false);
    await clock.advanceInSteps(100, 100);
    await client.over();
    expect(client.isComplete).toBe(false);
    const resumed = await subscribe(leader, cursor ?? null);
    expect(await resumed.nextOdds()).toMatchObject({ __typename: 'OddsRemoval', ids: ['2'] });
    resumed.close();
  });

  test('keeps those who come back: they see the last board, marked STALE, until Redis is back', async () => {
    const first = await subscribe(follower);
    const { cursor } = await snapshot(first);
    await cut(first);
    await clock.advanceInSteps(8_000, 100);
    await first.over();
    const [fresh, resumed] = [await subscribe(follower), await subscribe(follower, cursor)];
    expect((await snapshot(fresh)).total).toBe(3);
    await Promise.all([fresh.untilState('STALE'), resumed.untilState('STALE')]);
    expect(kinds(resumed)).toEqual(['STALE']);
    await clock.advanceInSteps(60_000, 1_000);
    expect([fresh.isOver, resumed.isOver]).toEqual([false, false]);
    expect(upstream.requests).toBe(1);
    upstream.streams[0]?.update(oddsDelta(1, 5));
    proxy.mend();
    const isReady = (client: LiveClient) => kinds(client).at(-1) === 'READY';
    await until(async () => (await tick()) && isReady(fresh) && isReady(resumed));
    expect(kinds(resumed).filter((kind) => kind === 'OddsSnapshot')).toEqual([]);
    expect(kinds(resumed)).toContain('OddsUpdate');
    expect(await readiness(follower)).toEqual(READY);
    for (const client of [fresh, resumed]) client.close();
  });

  test('goes on with its subscribers if Redis is back within ten seconds', async () => {
    const client = await subscribe(follower);
    await snapshot(client);
    await cut(client);
    await clock.advanceInSteps(5_000, 100);
    proxy.mend();
    await until(async () => (await tick()) && kinds(client).at(-1) === 'READY');
    for (let ms = 0; ms < 3_100; ms += 2) {
      clock.advance(1);
      await tick();
    }
    upstream.streams[0]?.update(oddsDelta(1, 5));
    await client.untilKind('OddsUpdate');
    client.close();
  });

  test('ends streams of many operations as well, and tells routers to subscribe again', async () => {
    const client = await subscribe(follower);
    await snapshot(client);
    const stream = await StreamClient.open(follower);
    const router = await CallbackRouter.open();
    expect((await router.subscribe(follower)).status).toBe(200);
    await cut(client);
    await clock.advanceInSteps(8_000, 100);
    await until(() => stream.isOver);
    const [last] = await router.got(1, 'complete');
    expect(last?.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
    await router.close();
  });
});

describe.skipIf(!hasRedis)('processes', () => {
  test('a follower that is cut off sends its subscribers to another one, and upstream has one stream', async () => {
    const start = async (port: number) => {
      const process = new OddsgraphProcess({
        REDIS_URL: `redis://127.0.0.1:${port}`,
        UPSTREAM_URL: upstream.url.href,
        LOG_LEVEL: 'warn',
      });
      stops.push(() => process.kill());
      return (await process.listening()).url;
    };
    const leader = await start(redis.port);
    const leading = await subscribe(leader);
    await snapshot(leading);
    const follower = await start(proxy.port);
    const client = await subscribe(follower);
    const { cursor } = await snapshot(client);
    const cutAt = performance.now();
    proxy.cut();
    await client.untilState('STALE');
    await until(async () => (await readiness(follower))[0] === 503);
    // It may have read all that it needed from the other replica.
    expect(await readiness(follower)).toMatchObject([503, { status: 'redis unreachable' }]);
    await client.over();
    expect(client.isComplete).toBe(false);
    expect(performance.now() - cutAt).toBeGreaterThan(8_000);
    upstream.streams[0]?.update(oddsDelta(1, 5));
    await leading.untilKind('OddsUpdate');
    const resumed = await subscribe(leader, cursor ?? null);
    expect((await resumed.nextOdds()).__typename).toBe('OddsUpdate');
    expect(upstream.requests).toBe(1);
    for (const one of [leading, resumed]) one.close();
  });
});
