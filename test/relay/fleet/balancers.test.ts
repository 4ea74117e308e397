import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BALANCERS, type Balancer } from '../../harness/programs/deployed-balancers.ts';
import { freePort } from '../../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../../harness/programs/redis.ts';
import { until } from '../../harness/until.ts';
import { Crowd } from './crowd.ts';
import { MovingUpstream } from './moving-upstream.ts';
import { untilEqual } from './trial.ts';

const SUBSCRIBERS = 39;

/** The balancer has checked every replica by then. */
const CHECKS_MS = 5_000;

let redis: RedisServer;
let upstream: MovingUpstream;
let ports: number[];
let replicas: OddsgraphProcess[];
let balancer: Balancer;
let crowd: Crowd;

async function start(port: number): Promise<OddsgraphProcess> {
  const process = new OddsgraphProcess(
    {
      NODE_ENV: 'production',
      PORT: String(port),
      REDIS_URL: redis.url,
      UPSTREAM_URL: upstream.url,
    },
    'npm start',
  );
  await process.listening();
  await until(() => isReady(port)); // HAProxy takes out a replica whose first check fails.
  return process;
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
}

/** The open subscriptions of a replica. */
async function subscriptions(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^oddsgraph_live_subscriptions (\d+)$/m.exec(metrics)?.[1]);
}

/** Sends one query after the other until `enough`. Returns the answers that are no good. */
async function badAnswers(enough: () => Promise<boolean>): Promise<string[]> {
  const bad: string[] = [];
  while (!(await enough())) {
    const answer = await request(`${balancer.url}/graphql`, {
      method: 'POST',
      reset: true, // On a connection of its own.
      headers: { 'content-type': 'application/json', 'x-api-key': 'demo_enterprise' },
      body: '{"query":"{ viewer { tier } }"}',
    });
    const body = await answer.body.text();
    if (answer.statusCode !== 200 || !body.includes('"ENTERPRISE"')) bad.push(body);
  }
  return bad;
}

/** Each test goes on with what the one before has left. */
describe.skipIf(!hasRedis).each(Object.entries(BALANCERS))(
  '%s in front of three replicas',
  { timeout: 90_000 },
  (_name, startBalancer) => {
    beforeAll(async () => {
      [redis, upstream] = await Promise.all([RedisServer.start(), MovingUpstream.open()]);
      ports = [await freePort(), await freePort(), await freePort()];
      replicas = await Promise.all(ports.map(start));
      balancer = await startBalancer(await freePort(), ports);
      crowd = new Crowd(SUBSCRIBERS, upstream, () => [balancer.url]);
      upstream.start();
    }, 60_000);

    afterAll(async () => {
      await crowd.close();
      await balancer.stop();
      await Promise.all(replicas.map((replica) => replica.kill()));
      await upstream.close();
      await redis.stop();
    });

    test('spreads event streams, and passes each event on at once', async () => {
      await crowd.untilUpToDate();
      await untilEqual({ crowd, upstream });
      const counts = await Promise.all(ports.map(subscriptions));
      expect(counts.reduce((sum, count) => sum + count)).toBe(SUBSCRIBERS);
      for (const count of counts) expect(count).toBeGreaterThan(SUBSCRIBERS / 6);
      expect([...upstream.streams.values()]).toEqual([1, 1, 1]);
    });

    test.each(['/metrics', '/%6detrics', '/readyz', '/%72eadyz', '/subgraph', '/%73ubgraph'])(
      'does not show %s, which is for operators or routers',
      async (path) => {
        expect((await fetch(balancer.url + path, { method: 'POST' })).status).toBe(404);
      },
    );

    test('lets routers ask at an address of their own, where there is nothing else', async () => {
      const answer = await fetch(`${balancer.routersUrl}/subgraph`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      });
      expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
      expect((await fetch(`${balancer.routersUrl}/metrics`)).status).toBe(404);
    });

    test('shows no error and no new snapshot while the replicas are replaced one by one', async () => {
      upstream.start();
      await crowd.untilUpToDate();
      let isOver = false;
      const bad = badAnswers(async () => isOver);
      for (const [i, port] of ports.entries()) {
        await balancer.takeOut(i);
        replicas[i]?.signal('SIGTERM');
        expect(await replicas[i]?.exited).toBe(0);
        replicas[i] = await start(port);
        await balancer.putBack(i);
        await crowd.untilUpToDate();
      }
      isOver = true;
      expect(await bad).toEqual([]);
      await untilEqual({ crowd, upstream });
      const { most } = upstream.takeStreams();
      const snapshots = crowd.subscribers.reduce((sum, { newSnapshots }) => sum + newSnapshots, 0);
      expect([most, snapshots]).toEqual([1, 0]);
      expect(crowd.subscribers.flatMap(({ errors }) => errors)).toEqual([]);
    });

    test('still answers queries when Redis is lost and no replica is ready', async () => {
      await redis.stop();
      const ready = () => Promise.all(ports.map(isReady));
      expect(await badAnswers(async () => !(await ready()).includes(true))).toEqual([]);
      const end = performance.now() + CHECKS_MS;
      expect(await badAnswers(async () => performance.now() > end)).toEqual([]);
    });
  },
);
