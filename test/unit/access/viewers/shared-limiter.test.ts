import { randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SharedLimiter } from '../../../../src/access/viewers/shared-limiter.ts';
import { SHARED_KEYS } from '../../../../src/live/relay/store/redis-values.ts';
import { newClient, type RedisClient } from '../../../../src/redis/redis-client.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { hasRedis, RedisServer } from '../../../harness/programs/redis.ts';
import { TcpProxy } from '../../../harness/servers/tcp-proxy.ts';
import { SILENT_LOG } from '../../../harness/silent-log.ts';
import { until } from '../../../harness/until.ts';

const LIMIT = 10;

let server: RedisServer;
let proxy: TcpProxy;
let clients: RedisClient[];
let clock: ManualClock;
let viewer: string;

beforeAll(async () => {
  if (hasRedis) server = await RedisServer.start();
});
afterAll(() => server?.stop());

beforeEach(async () => {
  if (!hasRedis) return;
  await server.command(['FLUSHALL']);
  proxy = await TcpProxy.open(server.port);
  clients = [];
  clock = new ManualClock();
  viewer = randomUUID();
});

afterEach(async () => {
  if (!hasRedis) return;
  for (const client of clients) client.destroy();
  await proxy.close();
});

/** The limiter of another process. */
async function newLimiter(prefix = 'secret', upstream = 'http://127.0.0.1:9') {
  const redis = newClient(`redis://127.0.0.1:${proxy.port}`);
  redis.on('error', () => {});
  await redis.connect();
  clients.push(redis);
  const upstreamUrl = new URL(upstream);
  return new SharedLimiter(redis, {
    ...{ clock, log: SILENT_LOG, requestsPerMinute: LIMIT, prefix, upstreamUrl },
  });
}

async function used(limiter: SharedLimiter, points: number): Promise<number> {
  return (await limiter.consume(viewer, points)).consumedPoints;
}

describe.skipIf(!hasRedis)('the budgets of viewers over Redis', () => {
  test('are not shared with another prefix or another upstream', async () => {
    const ours = await newLimiter();
    expect(await used(ours, 4)).toBe(4);
    expect(await used(await newLimiter('another'), 1)).toBe(1);
    expect(await used(await newLimiter('secret', 'http://127.0.0.1:10'), 1)).toBe(1);
  });

  test('never give back more than was taken', async () => {
    const limiter = await newLimiter();
    await limiter.reward(viewer, 5);
    expect(await used(limiter, 1)).toBe(1);
    await limiter.reward(viewer, 5);
    expect(await used(limiter, 1)).toBe(1);
  });

  test('wait at most 20 ms for a Redis that is silent, and then do without it for a while', async () => {
    const limiter = await newLimiter();
    await used(limiter, 9);
    proxy.cut();
    const late = used(limiter, 1);
    clock.advance(20);
    expect(await late).toBe(1); // It counts from the beginning, in memory.
    for (let count = 2; count <= LIMIT; count += 1) expect(await used(limiter, 1)).toBe(count);
    await expect(limiter.consume(viewer, 1)).rejects.toBeInstanceOf(RateLimiterRes);
    clock.advance(100);
    const again = limiter.consume(viewer, 1);
    clock.advance(20);
    await expect(again).rejects.toBeInstanceOf(RateLimiterRes);
    // Nothing has waited for the client, which gives the connection up after five seconds.
    expect(clients[0]?.isReady).toBe(true);
  });

  test('count in memory while Redis is gone, and together again when it is back', async () => {
    const [first, second] = [await newLimiter(), await newLimiter()];
    const hasLost = () => clients.every(({ isReady }) => !isReady);
    const isBack = () => clients.every(({ isReady }) => isReady);
    await server.stop();
    await until(hasLost);
    expect(await used(first, 4)).toBe(4);
    expect(await used(second, 5)).toBe(5);
    await server.restart();
    await until(isBack);
    expect(await used(first, 4)).toBe(4);
    expect(await used(second, 5)).toBe(9);
  });

  test('have names that do not reveal the viewer, and expire after a minute', async () => {
    const limiter = await newLimiter();
    await used(limiter, 1);
    await used(limiter, 1);
    const [reader] = clients;
    const all = (await reader?.keys('*')) ?? [];
    const names = all.filter((name) => name !== SHARED_KEYS.knownRun);
    expect(names).toEqual([expect.stringMatching(/^oddsgraph:1:\{[0-9a-f]{32}\}:budget$/)]);
    expect(await reader?.get(names[0] ?? '')).toBe('2');
    const ttl = (await reader?.pTTL(names[0] ?? '')) ?? 0;
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(60_000);
  });
});
