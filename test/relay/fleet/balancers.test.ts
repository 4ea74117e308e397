import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { postJson } from '../../harness/clients/graph-client.ts';
import { BALANCERS, type Balancer } from '../../harness/programs/deployed-balancers.ts';
import { freePort } from '../../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../../harness/programs/redis.ts';
import { until } from '../../harness/until.ts';
import { Crowd } from './crowd.ts';
import { MovingUpstream } from './moving-upstream.ts';
import { untilEqual } from './trial.ts';

const NAMES = Object.keys(BALANCERS);

/** Subscribers behind each balancer. */
const SUBSCRIBERS = 13;

/** How often each balancer is asked. A replica that nobody takes out costs it every second answer. */
const ASK_MS = 50;

/** The balancers have checked every replica by then. */
const CHECKS_MS = 3_000;

let redis: RedisServer;
let upstream: MovingUpstream;
let ports: number[];
let replicas: OddsgraphProcess[];
let balancers: Balancer[];
/** The subscribers of each balancer. */
let crowds: Crowd[];

async function start(port: number): Promise<OddsgraphProcess> {
  const process = new OddsgraphProcess({
    NODE_ENV: 'production',
    PORT: String(port),
    REDIS_URL: redis.url,
    UPSTREAM_URL: upstream.url,
  });
  await process.listening();
  await until(() => isReady(port)); // HAProxy takes out a replica whose first check fails.
  return process;
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
}

/** The open subscriptions of a replica. */
function subscriptions(port: number): Promise<number> {
  return metricOf(`http://127.0.0.1:${port}`, 'live_subscriptions');
}

/** Sends each balancer one query after the other until `enough`. Returns the answers that are no good. */
async function badAnswers(enough: () => boolean | Promise<boolean>): Promise<string[]> {
  const bad: string[] = [];
  const ask = async ({ url }: Balancer) => {
    while (!(await enough())) {
      const answer = await request(`${url}/graphql`, {
        method: 'POST',
        reset: true, // On a connection of its own.
        headers: { 'content-type': 'application/json', 'x-api-key': 'demo_enterprise' },
        body: '{"query":"{ viewer { tier } }"}',
      });
      const body = await answer.body.text();
      if (answer.statusCode !== 200 || !body.includes('"ENTERPRISE"')) bad.push(body);
      await pause(ASK_MS);
    }
  };
  await Promise.all(balancers.map(ask));
  return bad;
}

function untilUpToDate(): Promise<unknown> {
  upstream.start();
  return Promise.all(crowds.map((crowd) => crowd.untilUpToDate()));
}

async function untilAllEqual(): Promise<void> {
  for (const crowd of crowds) await untilEqual({ crowd, upstream });
}

/** Each test goes on with what the one before has left. */
describe.skipIf(!hasRedis || NAMES.length === 0)(
  `${NAMES.join(' and ')}, each in front of the same two replicas,`,
  { timeout: 90_000 },
  () => {
    beforeAll(async () => {
      [redis, upstream] = await Promise.all([RedisServer.start(), MovingUpstream.open()]);
      ports = [await freePort(), await freePort()];
      replicas = await Promise.all(ports.map(start));
      const starts = Object.values(BALANCERS).map(async (begin) => begin(await freePort(), ports));
      balancers = await Promise.all(starts);
      crowds = balancers.map(({ url }) => new Crowd(SUBSCRIBERS, upstream, () => [url]));
    }, 60_000);

    afterAll(async () => {
      for (const crowd of crowds) crowd.close();
      await Promise.all(balancers.map((balancer) => balancer.stop()));
      await Promise.all(replicas.map((replica) => replica.kill()));
      await upstream.close();
      await redis.stop();
    });

    test('spread event streams, and pass each event on at once', async () => {
      await untilUpToDate();
      await untilAllEqual();
      const counts = await Promise.all(ports.map(subscriptions));
      const all = SUBSCRIBERS * balancers.length;
      expect(counts.reduce((sum, count) => sum + count)).toBe(all);
      for (const count of counts) expect(count).toBeGreaterThan(all / 4);
      expect([...upstream.streams.values()]).toEqual([1, 1, 1]);
    });

    test.each(['/metrics', '/%6detrics', '/readyz', '/%72eadyz', '/subgraph', '/%73ubgraph'])(
      'do not show %s, which is for operators or routers',
      async (path) => {
        for (const { url } of balancers) {
          expect((await fetch(url + path, { method: 'POST' })).status).toBe(404);
        }
      },
    );

    test('let routers ask at an address of their own, where there is nothing else', async () => {
      for (const { routersUrl } of balancers) {
        const answer = await postJson(`${routersUrl}/subgraph`, { query: '{ __typename }' });
        expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
        expect((await fetch(`${routersUrl}/metrics`)).status).toBe(404);
      }
    });

    test('show no error and no new snapshot while the replicas are replaced one by one', async () => {
      await untilUpToDate();
      let isOver = false;
      const bad = badAnswers(() => isOver);
      for (const [i, port] of ports.entries()) {
        await Promise.all(balancers.map((balancer) => balancer.takeOut(i)));
        replicas[i]?.signal('SIGTERM');
        expect(await replicas[i]?.exited).toBe(0);
        replicas[i] = await start(port);
        await Promise.all(balancers.map((balancer) => balancer.putBack(i)));
        await untilUpToDate();
      }
      isOver = true;
      expect(await bad).toEqual([]);
      await untilAllEqual();
      const subscribers = crowds.flatMap((crowd) => crowd.subscribers);
      const snapshots = subscribers.reduce((sum, { newSnapshots }) => sum + newSnapshots, 0);
      expect([upstream.takeStreams().most, snapshots]).toEqual([1, 0]);
      expect(subscribers.flatMap(({ errors }) => errors)).toEqual([]);
    });

    test('still answer queries when Redis is lost and no replica is ready', async () => {
      await redis.stop();
      const ready = () => Promise.all(ports.map(isReady));
      expect(await badAnswers(async () => !(await ready()).includes(true))).toEqual([]);
      const end = performance.now() + CHECKS_MS;
      expect(await badAnswers(() => performance.now() > end)).toEqual([]);
    });
  },
);
