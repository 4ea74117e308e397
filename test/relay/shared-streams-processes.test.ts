import { createClient as sseClient } from 'graphql-sse';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIVE_ODDS } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { Balancer } from '../harness/programs/balancer.ts';
import { NGINX } from '../harness/programs/nginx.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';

if (NGINX === null) process.stderr.write('WARNING: nginx is missing: its tests are skipped.\n');

interface LiveEvent {
  readonly odds?: readonly { readonly price: { readonly american: number } }[];
}

const TIER = '{ viewer { tier } }';

let redis: RedisServer;
let upstream: ScriptedUpstream;
let processes: OddsgraphProcess[];
let urls: string[];

beforeEach(async () => {
  if (!hasRedis) return;
  redis = await RedisServer.start();
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
  const environment = {
    REDIS_URL: redis.url,
    UPSTREAM_URL: upstream.url.href,
    LOG_LEVEL: 'warn',
  };
  processes = [1, 2, 3].map(() => new OddsgraphProcess(environment));
  urls = await Promise.all(processes.map(async (one) => (await one.listening()).url));
  // A process listens before it has reached Redis.
  for (const url of urls) await until(async () => (await fetch(`${url}/readyz`)).ok);
}, 60_000);

afterEach(async () => {
  if (!hasRedis) return;
  await Promise.all(processes.map((one) => one.kill()));
  await upstream.close();
  await redis.stop();
}, 60_000);

async function answerOf(response: Response) {
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, response.headers.get('retry-after')];
}

/** A stream that the first replica has reserved and the second one holds. */
async function heldBySecond(): Promise<StreamClient> {
  const [first = '', second = '', third = ''] = urls;
  const client = await StreamClient.reserve(first);
  await client.at(second).open();
  return client.at(third);
}

describe.skipIf(!hasRedis)('a stream whose holder', { timeout: 60_000 }, () => {
  test('is killed gets 503 until its registration has expired, then 404', async () => {
    const client = await heldBySecond();
    expect((await client.ask('tier', TIER)).status).toBe(202);
    await client.whole('tier');
    await processes[1]?.kill();
    expect(await answerOf(await client.ask('more', TIER))).toEqual([
      ...[503, 'UPSTREAM_UNAVAILABLE', '1'],
    ]);
    const reader = createClient({ url: redis.url, RESP: 2 });
    await reader.connect();
    const records = await reader.sendCommand<string[]>(['KEYS', '*:stream:*']);
    expect(records).toHaveLength(1);
    const left = await reader.sendCommand<number>(['PTTL', records[0] ?? '']);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(15_000);
    await reader.sendCommand(['PEXPIRE', records[0] ?? '', '1']);
    reader.destroy();
    await until(async () => (await client.end('tier')).status === 404);
    expect(await answerOf(await client.ask('more', TIER))).toEqual([404, 'NOT_FOUND', null]);
  });

  test('is paused gets 503, and the operation does not run when the holder wakes up', async () => {
    const client = await heldBySecond();
    processes[1]?.signal('SIGSTOP');
    expect(await answerOf(await client.ask('late', TIER))).toEqual([
      ...[503, 'UPSTREAM_UNAVAILABLE', '1'],
    ]);
    processes[1]?.signal('SIGCONT');
    let next = 0; // A process may take its time to wake up.
    await until(async () => {
      next += 1;
      return (await client.ask(next, TIER)).status === 202;
    });
    await client.whole(`${next}`);
    expect((await client.ask('late', TIER)).status).toBe(202);
    expect(await client.whole('late')).toHaveLength(1);
    client.close();
  });

  test('is paused holds up at most 32 MB of requests; those beyond get 503 at once', async () => {
    const client = await heldBySecond();
    processes[1]?.signal('SIGSTOP');
    const variables = { long: 'x'.repeat(2 ** 20 - 1_000) };
    const answers = Array.from({ length: 40 }, (_, i) => client.ask(`${i}`, TIER, { variables }));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const metrics = await (await fetch(`${client.url}/metrics`)).text();
    const refused = /^oddsgraph_refusals_total\{bound="stream_messages"\} (\d+)$/m.exec(metrics);
    expect(Number(refused?.[1])).toBeGreaterThan(0);
    expect(metrics).toContain(
      'oddsgraph_stream_requests_forwarded_total{outcome="unavailable"} 40',
    );
    processes[1]?.signal('SIGCONT');
    client.close();
  });
});

test.skipIf(!hasRedis || NGINX === null)(
  'graphql-sse’s client works through a balancer that is not sticky, and reconnects when its replica dies',
  { timeout: 60_000 },
  async () => {
    const balancer = await Balancer.start(urls);
    const client = sseClient({
      url: `${balancer.url}/graphql/stream`,
      singleConnection: true,
      lazy: false,
      headers: () => ({ 'x-api-key': 'demo_enterprise' }),
      retry: () => Promise.resolve(),
      retryAttempts: 1_000,
    });
    const prices: number[][] = [];
    const ends: (() => void)[] = [];
    const isDone = Array.from({ length: 6 }, (_, i) => {
      const seen: number[] = [];
      prices.push(seen);
      return new Promise<void>((resolve, reject) => {
        const end = client.subscribe<{ liveOdds: LiveEvent }>(
          { query: LIVE_ODDS, variables: { chunkSize: 100 - i } },
          {
            next: ({ data }) => seen.push(data?.liveOdds.odds?.[0]?.price.american ?? Number.NaN),
            error: reject,
            complete: resolve,
          },
        );
        ends.push(end);
      });
    });
    const everyoneHas = (price: number) => prices.every((seen) => seen.includes(price));
    await until(() => everyoneHas(100));
    expect(upstream.openStreams).toBe(1);
    upstream.streams.at(-1)?.update(oddsDelta(1, 7));
    await until(() => everyoneHas(107));
    // The client's stream and the upstream stream are on one of these at least, or move to the third.
    upstream.onStream = (stream) => stream.open([oddsRow(1, 9), oddsRow(2)]);
    for (const one of processes.slice(0, 2)) await one.kill();
    await until(() => everyoneHas(109));
    for (const end of ends) end();
    await Promise.all(isDone);
    client.dispose();
    await balancer.stop();
  },
);
