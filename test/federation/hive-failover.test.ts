import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { type Balancer, startNginx } from '../harness/programs/deployed-balancers.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { NGINX } from '../harness/programs/nginx.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';
import { type HiveGateway, startHiveGateway } from './hive-process.ts';
import { compose, subgraphSdl } from './supergraph.ts';

const HEARTBEAT_MS = 3_000;
const isRunnable = hasRedis && NGINX !== null;

let redis: RedisServer;
let upstream: ScriptedUpstream;
let processes: OddsgraphProcess[];
let urls: string[];
let balancer: Balancer;
let gateway: HiveGateway;

/** Each test goes on with the replicas that the one before has left. */
beforeAll(async () => {
  if (!isRunnable) return;
  redis = await RedisServer.start();
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
  const environment = { REDIS_URL: redis.url, UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn' };
  processes = [1, 2, 3].map(() => new OddsgraphProcess(environment));
  urls = await Promise.all(processes.map(async (one) => (await one.listening()).url));
  const ports = urls.map((url) => Number(new URL(url).port));
  balancer = await startNginx(await freePort(), ports);
  const sdl = compose(await subgraphSdl(new GraphClient(balancer.routersUrl)), {
    oddsgraph: `${balancer.routersUrl}/subgraph`,
    notes: 'http://127.0.0.1:9',
  });
  gateway = await startHiveGateway(sdl, (url) => {
    const options = {
      path: '/callback',
      public_url: `${url}/callback`,
      heartbeat_interval: HEARTBEAT_MS,
    };
    return { oddsgraph: { options: { subscriptions: { kind: 'http-callback', options } } } };
  });
}, 60_000);

afterAll(async () => {
  if (!isRunnable) return;
  await gateway.stop();
  await balancer.stop();
  await Promise.all(processes.map((one) => one.kill()));
  await upstream.close();
  await redis.stop();
}, 60_000);

function subscribe(after: string | null = null): Promise<LiveClient> {
  return LiveClient.open(gateway.url, LIVE_ODDS, { variables: { after } });
}

/** The replica that posts events to the gateway. */
async function posting(): Promise<OddsgraphProcess | undefined> {
  const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text();
  const counts = await Promise.all(urls.map((url) => metrics(url).catch(() => '')));
  return processes[counts.findIndex((text) => text.includes('oddsgraph_callback_subscriptions 1'))];
}

describe.skipIf(!isRunnable)(
  'a subscription over callbacks whose replica',
  { timeout: 60_000 },
  () => {
    /** A subscriber, and the cursor of its snapshot. */
    async function subscriber() {
      const client = await subscribe();
      const { cursor } = await client.untilKind('OddsSnapshot');
      await client.untilState('READY');
      return { client, cursor };
    }

    /** The first event after the cursor is a change to this version, from a replica that is left. */
    async function expectToGoOn(cursor: string, version: number): Promise<void> {
      upstream.onStream = (stream) => stream.open([oddsRow(1, version), oddsRow(2)]);
      upstream.streams.findLast(({ isOpen }) => isOpen)?.update(oddsDelta(1, version));
      const again = await subscribe(cursor);
      expect((await again.untilKind('OddsUpdate')).odds).toMatchObject([
        { id: '1', price: { american: 100 + version } },
      ]);
      const events = again.results.map(({ data }) => data?.liveOdds?.__typename);
      expect(events).not.toContain('OddsSnapshot');
      again.close();
      await until(async () => (await posting()) === undefined);
    }

    test('is killed ends with an error when its heartbeats stop, and goes on from its cursor elsewhere', async () => {
      const { client, cursor } = await subscriber();
      await (await posting())?.kill();
      await client.over();
      expect(client.results.at(-1)?.errors).toMatchObject([{ message: 'Subscription timed out' }]);
      await expectToGoOn(cursor, 7);
    });

    test('stops ends with an error at once, and goes on from its cursor elsewhere', async () => {
      const { client, cursor } = await subscriber();
      (await posting())?.signal('SIGTERM');
      await client.over();
      expect(client.results.at(-1)?.errors).toMatchObject([
        { extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
      ]);
      await expectToGoOn(cursor, 8);
    });
  },
);
