import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SAFE_LEASE_MS } from '../../src/live/relay/leader/lease.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { exposedMetrics, growthOf } from '../harness/clients/exposed-metrics.ts';
import type { LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { kindsOf } from '../harness/event-kinds.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import type { RunningGraph } from '../harness/servers/running-graph.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { BoardReplicas, subscribe as open, passing as passingBy, ROWS } from './board-replicas.ts';

const READY = [200, { status: 'ready', upstream: 'answering' }];
const UNREACHABLE = [503, { status: 'redis unreachable', upstream: 'answering' }];
const STREAMS_CUT = 'event_streams_cut_total{reason="redis"}';

let boards: BoardReplicas;
/** The way of one replica to Redis. */
let proxy: TcpProxy;
/** The clock of every replica whose time the test decides about. */
let clock: ManualClock;

beforeEach(async () => {
  if (!hasRedis) return;
  clock = new ManualClock();
  boards = await BoardReplicas.open();
  proxy = await TcpProxy.open(boards.redis.port);
});

afterEach(async () => {
  if (!hasRedis) return;
  await passing(boards.stop());
  await proxy.close();
});

function passing<Value>(promise: Promise<Value>): Promise<Value> {
  return passingBy(clock, promise);
}

function start(isBehindProxy: boolean): Promise<RunningGraph> {
  const { url } = boards.redis;
  return boards.start({ clock, redisUrl: isBehindProxy ? `redis://127.0.0.1:${proxy.port}` : url });
}

function subscribe(graph: RunningGraph, after: string | null = null): Promise<LiveClient> {
  return passing(open(graph, after));
}

/** Subscribes at one replica after the other. */
async function subscribeAll(replicas: readonly RunningGraph[]): Promise<LiveClient[]> {
  const clients: LiveClient[] = [];
  for (const replica of replicas) clients.push(await subscribe(replica));
  return clients;
}

async function readiness({ url }: RunningGraph) {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.json()];
}

/** Lets time pass until a replica has noticed that Redis is out of reach. Returns how long that took. */
async function noticing(graph: RunningGraph): Promise<number> {
  let ms = 0;
  for (; (await readiness(graph))[0] === 200; ms += 100) await clock.advanceInSteps(100, 100);
  return ms;
}

describe.skipIf(!hasRedis)('a follower that is cut off from Redis', () => {
  let leader: RunningGraph;
  let leading: LiveClient;
  let follower: RunningGraph;

  beforeEach(async () => {
    leader = await boards.start({ clock: systemClock }); // Redis' lease runs out by real time.
    leading = await open(leader);
    await leading.snapshot();
    follower = await start(true);
  });

  /** Cuts it off, and resolves once it has noticed. */
  async function cut(client: LiveClient): Promise<void> {
    proxy.cut();
    const ms = await noticing(follower);
    expect(ms).toBeGreaterThanOrEqual(2_000);
    expect(ms).toBeLessThan(3_000); // Two seconds after the last answer, which was on its way.
    await client.untilState('STALE');
  }

  test('is not ready until Redis has answered it for the first time', async () => {
    proxy.cut();
    const late = await start(true);
    expect((await readiness(late))[0]).toBe(503);
    const age = (await exposedMetrics(late.url)).get('relay_newest_step_age_seconds');
    expect(age).toBeNaN();
    proxy.mend();
    await passing(until(async () => (await readiness(late))[0] === 200));
  });

  test('shows STALE after two seconds and ends its subscribers after ten, who go on elsewhere', async () => {
    const client = await subscribe(follower);
    const { cursor } = await passing(client.snapshot());
    expect(await readiness(follower)).toEqual(READY);
    const grown = await growthOf(follower.url, async () => {
      await cut(client);
      expect(await readiness(follower)).toEqual(UNREACHABLE);
      expect(await readiness(leader)).toEqual(READY);
      boards.upstream.streams[0]?.remove('2');
      await clock.advanceInSteps(7_900, 100);
      expect(client.isOver).toBe(false);
      await clock.advanceInSteps(100, 100);
      await client.over();
    });
    expect(client.isComplete).toBe(false);
    expect(grown).toMatchObject({ [STREAMS_CUT]: 1, redis_reachable: -1 });
    expect(grown['relay_newest_step_age_seconds']).toBeGreaterThanOrEqual(10);
    const resumed = await open(leader, cursor);
    expect(await resumed.nextOdds()).toMatchObject({ __typename: 'OddsRemoval', ids: ['2'] });
  });

  test('keeps those who come back: they see the last board, marked STALE, until Redis is back', async () => {
    const first = await subscribe(follower);
    const { cursor } = await passing(first.snapshot());
    await cut(first);
    await clock.advanceInSteps(8_000, 100);
    await first.over();
    const [fresh, resumed] = [await subscribe(follower), await subscribe(follower, cursor)];
    expect((await fresh.snapshot()).total).toBe(3);
    await Promise.all([fresh.untilState('STALE'), resumed.untilState('STALE')]);
    expect(kindsOf(resumed)).toEqual(['STALE']);
    await clock.advanceInSteps(60_000, 1_000);
    expect([fresh.isOver, resumed.isOver]).toEqual([false, false]);
    await boards.update([leading]);
    proxy.mend();
    await passing(Promise.all([fresh.untilState('READY'), resumed.untilState('READY')]));
    expect(kindsOf(resumed)).toEqual(['STALE', 'OddsUpdate', 'READY']);
    expect(await readiness(follower)).toEqual(READY);
    expect(boards.upstream.requests).toBe(1);
  });

  test('ends streams of many operations as well, and tells routers to subscribe again', async () => {
    const client = await subscribe(follower);
    await passing(client.snapshot());
    const stream = await StreamClient.open(follower.url);
    const router = await CallbackRouter.open();
    expect((await router.subscribe(follower.url)).status).toBe(200);
    await cut(client);
    await clock.advanceInSteps(8_000, 100);
    await until(() => stream.isOver);
    const [last] = await router.got(1, 'complete');
    expect(last?.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
    await router.close();
  });
});

test.skipIf(!hasRedis)(
  'a leader that is cut off closes its stream before another one leads, and follows that one later',
  async () => {
    const leader = await start(true);
    const first = await subscribe(leader);
    await passing(first.untilState('READY'));
    const time = new ManualClock();
    const follower = await boards.start({ clock: time });
    let second = first;
    const joined = await growthOf(follower.url, async () => {
      second = await passingBy(time, open(follower));
      await passingBy(time, second.snapshot());
    });
    expect(joined).toMatchObject({ 'relay_reloads_total{reason="first"}': 1 });
    expect(joined).not.toHaveProperty('relay_leaders');
    const stream = await boards.upstream.stream(1);
    const isOpenAtTakeover = boards.upstream.stream(2).then(() => stream.isOpen);
    const lost = await growthOf(leader.url, async () => {
      proxy.cut();
      expect(await noticing(leader)).toBeLessThan(SAFE_LEASE_MS);
      await first.untilState('STALE');
      await clock.advanceInSteps(SAFE_LEASE_MS, 100);
      await stream.closed;
    });
    expect(lost).toMatchObject({ relay_leaders: -1, redis_reachable: -1 });
    const gained = await growthOf(follower.url, async () => {
      const [{ lease }] = await boards.boards();
      await boards.redis.command(['DEL', lease]); // What Redis does by itself a second later.
      while (
        !(await exposedMetrics(follower.url)).has('upstream_frame_age_seconds{channel="odds"}')
      ) {
        time.advance(50);
      }
      expect(await isOpenAtTakeover).toBe(false);
      await passingBy(
        time,
        until(() => kindsOf(second).at(-1) === 'READY'),
      );
    });
    expect(gained).toMatchObject({
      relay_leaders: 1,
      'relay_leaderships_total{kind="takeover"}': 1,
    });
    proxy.mend();
    await passing(boards.update([first, second]));
    await until(() => boards.upstream.openStreams === 1);
    expect(
      (await exposedMetrics(leader.url)).get('upstream_frame_age_seconds{channel="odds"}'),
    ).toBe(undefined);
  },
);

test.skipIf(!hasRedis)(
  'without Redis the last board stays, marked STALE, until a new one is read, and queries go on',
  async () => {
    const { redis, upstream } = boards;
    const replicas = [await start(false), await start(false)];
    const clients = await subscribeAll(replicas);
    const [snapshot] = await passing(Promise.all(clients.map((client) => client.snapshot())));
    await redis.stop();
    for (const replica of replicas) await noticing(replica);
    await Promise.all(clients.map((client) => client.untilState('STALE')));
    await clock.advanceInSteps(8_000, 100);
    await Promise.all(clients.map((client) => client.over()));
    const returned = await subscribeAll(replicas);
    for (const client of returned) {
      expect((await client.snapshot()).total).toBe(3);
      await client.untilState('STALE');
    }
    await until(() => upstream.openStreams === 0);
    upstream.listed = ROWS;
    for (const replica of replicas) {
      const { data, errors } = await replica.ask('{ odds(first: 3) { nodes { id } } }');
      expect([errors, data.odds?.nodes.length]).toEqual([[], 3]);
    }
    expect([returned.map(({ isOver }) => isOver), upstream.requests]).toEqual([[false, false], 1]);
    const grown = await growthOf(replicas[0]?.url ?? '', async () => {
      await redis.restart();
      const back = returned.map(async (client) => {
        expect((await client.snapshot()).total).toBe(3);
        await client.untilState('READY');
      });
      await passing(Promise.all(back));
    });
    expect(grown).toMatchObject({
      relay_leaders: 1,
      redis_reachable: 1,
      'relay_leaderships_total{kind="first"}': 1,
      'relay_reloads_total{reason="epoch"}': expect.any(Number),
      'redis_commands_total{command="XREAD"}': expect.any(Number),
      'redis_commands_total{command="EVALSHA"}': expect.any(Number),
    });
    for (const replica of replicas) {
      const late = await subscribe(replica, snapshot?.cursor ?? null);
      expect((await late.snapshot()).total).toBe(3);
    }
    await until(() => upstream.openStreams === 1);
    expect(upstream.requests).toBe(2);
  },
);

test.skipIf(!hasRedis)(
  'while Redis answers reads and refuses writes, replicas show STALE and say why once',
  async () => {
    const { redis, upstream } = boards;
    const replicas = [await start(false), await start(false)];
    const clients = await subscribeAll(replicas);
    await passing(Promise.all(clients.map((client) => client.untilState('READY'))));
    await redis.command(['CONFIG', 'SET', 'maxmemory', '1']);
    await passing(Promise.all(clients.map((client) => client.untilState('STALE'))));
    await until(() => upstream.openStreams === 0);
    for (const replica of replicas) {
      expect(replica.log().match(/does not let this replica ask for a lease/g)).toHaveLength(1);
      expect(replica.log()).toContain('OOM command not allowed');
    }
    await redis.command(['CONFIG', 'SET', 'maxmemory', '0']);
    await passing(Promise.all(clients.map((client) => client.untilState('READY'))));
    await passing(boards.update(clients));
    expect(clients.map(({ isOver }) => isOver)).toEqual([false, false]);
  },
);
