import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RedisBudgets } from '../../../../src/access/viewers/redis-budgets.ts';
import { ViewerBudgets } from '../../../../src/access/viewers/viewer-budgets.ts';
import { RedisConnection } from '../../../../src/redis/redis-connection.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { hasRedis, RedisServer } from '../../../harness/programs/redis.ts';
import { TcpProxy } from '../../../harness/servers/tcp-proxy.ts';
import { SILENT_LOG } from '../../../harness/silent-log.ts';
import { until } from '../../../harness/until.ts';
import { aViewer } from '../../../harness/viewers/a-viewer.ts';

const LIMIT = 10;
const VIEWER = aViewer();

let server: RedisServer;
let proxy: TcpProxy;
let connections: RedisConnection[];
let clock: ManualClock;

beforeAll(async () => {
  if (hasRedis) server = await RedisServer.start();
});
afterAll(() => server?.stop());

beforeEach(async () => {
  if (!hasRedis) return;
  await server.command(['FLUSHALL']);
  proxy = await TcpProxy.open(server.port);
  connections = [];
  clock = new ManualClock();
});

afterEach(async () => {
  if (!hasRedis) return;
  for (const connection of connections) connection.close();
  await proxy.close();
});

/** The budgets of another process. */
async function newBudgets(prefix = 'secret', upstream = 'http://127.0.0.1:9') {
  const url = `redis://127.0.0.1:${proxy.port}`;
  const upstreamUrl = new URL(upstream);
  const options = { url, clock, log: SILENT_LOG, prefix, upstreamUrl };
  const connection = new RedisConnection(options);
  connections.push(connection);
  await connection.attempted;
  const shared = new RedisBudgets(connection, options);
  return new ViewerBudgets(clock, LIMIT, shared);
}

/** Reserves requests; resolves with what the viewer has used then. */
async function used(budgets: ViewerBudgets, requests: number): Promise<number> {
  await budgets.reserve(VIEWER, requests);
  return LIMIT - budgets.budgetOf(VIEWER).remaining;
}

describe.skipIf(!hasRedis)('the budgets of viewers over Redis', () => {
  test('are not shared with another prefix or another upstream', async () => {
    const ours = await newBudgets();
    expect(await used(ours, 4)).toBe(4);
    expect(await used(await newBudgets(), 1)).toBe(5);
    expect(await used(await newBudgets('another'), 1)).toBe(1);
    expect(await used(await newBudgets('secret', 'http://127.0.0.1:10'), 1)).toBe(1);
  });

  test('never give back more than was taken', async () => {
    const budgets = await newBudgets();
    const { settle } = await budgets.reserve(VIEWER, 4);
    settle(0);
    settle(0);
    expect(await used(budgets, 1)).toBe(1);
    expect(await used(await newBudgets(), 1)).toBe(2);
  });

  test('never give back more than was taken in memory, after Redis has failed', async () => {
    const budgets = await newBudgets();
    const { settle } = await budgets.reserve(VIEWER, 9);
    await server.command(['FLUSHALL']);
    expect(await used(budgets, 1)).toBe(1);
    proxy.cut();
    settle(1);
    clock.advance(20);
    await nextTurn();
    expect(await used(budgets, 1)).toBe(1);
  });

  test('wait at most 20 ms for a Redis that is silent, and then do without it for a while', async () => {
    const budgets = await newBudgets();
    await used(budgets, 8);
    proxy.cut();
    const late = used(budgets, 1);
    clock.advance(20);
    expect(await late).toBe(9); // It goes on from what Redis last said, in memory.
    expect(await used(budgets, 1)).toBe(LIMIT);
    await expect(used(budgets, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    clock.advance(100);
    const again = used(budgets, 1);
    clock.advance(20);
    await expect(again).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    // Nothing has waited for the client, which gives the connection up after five seconds.
    expect(connections[0]?.isReady).toBe(true);
  });

  test('count in memory while Redis is gone, and together again when it is back', async () => {
    const [first, second] = [await newBudgets(), await newBudgets()];
    const hasLost = () => connections.every(({ isReady }) => !isReady);
    const isBack = () => connections.every(({ isReady }) => isReady);
    await server.stop();
    await until(hasLost);
    expect(await used(first, 4)).toBe(4);
    expect(await used(second, 5)).toBe(5);
    await server.restart();
    await until(isBack);
    expect(await used(first, 4)).toBe(4);
    expect(await used(second, 5)).toBe(9);
  });
});
