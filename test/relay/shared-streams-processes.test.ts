import { createClient as sseClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { LIVE_ODDS } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { startNginx } from '../harness/programs/deployed-balancers.ts';
import { freePort } from '../harness/programs/free-port.ts';
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
let replicas: readonly { readonly process: OddsgraphProcess; readonly url: string }[];

async function start() {
  const process = new OddsgraphProcess({
    REDIS_URL: redis.url,
    UPSTREAM_URL: upstream.url.href,
    LOG_LEVEL: 'warn',
  });
  const { url } = await process.listening();
  await untilReady(url); // It listens before it has reached Redis.
  return { process, url };
}

function untilReady(url: string): Promise<void> {
  return until(async () => (await fetch(`${url}/readyz`)).ok);
}

/** Each test goes on with the three replicas that the one before has left. */
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await RedisServer.start();
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
  replicas = await Promise.all([start(), start(), start()]);
}, 60_000);

afterAll(async () => {
  if (!hasRedis) return;
  await Promise.all(replicas.map(({ process }) => process.kill()));
  await upstream.close();
  await redis.stop();
}, 60_000);

async function answerOf(response: Response) {
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, response.headers.get('retry-after')];
}

/** A stream that the first replica has reserved and the second one holds. */
async function heldBySecond(): Promise<StreamClient> {
  const [first = '', second = '', third = ''] = replicas.map(({ url }) => url);
  await untilReady(second);
  const client = await StreamClient.reserve(first);
  await client.at(second).open();
  return client.at(third);
}

/** Lets the paused holder go on. Resolves when it runs operations again, which may take it some time. */
async function wakeUp(client: StreamClient): Promise<void> {
  replicas[1]?.process.signal('SIGCONT');
  let asked = 0;
  await until(async () => {
    asked += 1;
    return (await client.ask(`awake-${asked}`, TIER)).status === 202;
  });
  await client.whole(`awake-${asked}`);
}

describe.skipIf(!hasRedis)('a stream whose holder', { timeout: 60_000 }, () => {
  test('is paused gets 503, and the operation does not run when the holder wakes up', async () => {
    const client = await heldBySecond();
    replicas[1]?.process.signal('SIGSTOP');
    const answer = client.ask('late', TIER);
    let messages: string[] = [];
    await until(async () => {
      messages = await redis.keys('*:message:*');
      return messages.length === 1;
    });
    // Its sender deletes it after two seconds, and must find it then.
    expect(await redis.command(['PTTL', ...messages])).toBeGreaterThan(2_000);
    expect(await answerOf(await answer)).toEqual([503, 'UPSTREAM_UNAVAILABLE', '1']);
    await wakeUp(client);
    expect((await client.ask('late', TIER)).status).toBe(202);
    expect(await client.whole('late')).toHaveLength(1);
    client.close();
  });

  test('is paused holds up at most 32 MB of requests; those beyond get 503 at once', async () => {
    const client = await heldBySecond();
    replicas[1]?.process.signal('SIGSTOP');
    const variables = { long: 'x'.repeat(2 ** 20 - 1_000) };
    const grown = await growthOf(client.url, async () => {
      const asked = Array.from({ length: 40 }, (_, i) => client.ask(`${i}`, TIER, { variables }));
      for (const { status } of await Promise.all(asked)) expect(status).toBe(503);
    });
    expect(grown).toMatchObject({
      'refusals_total{bound="stream_messages"}': expect.any(Number),
      'stream_requests_forwarded_total{outcome="unavailable"}': 40,
    });
    await wakeUp(client);
    client.close();
  });

  test('is killed gets 503 until its registration has expired, then 404', async () => {
    const registrations = async () => new Set(await redis.keys('*:stream:*'));
    const earlier = await registrations();
    const client = await heldBySecond();
    expect((await client.ask('tier', TIER)).status).toBe(202);
    await client.whole('tier');
    await replicas[1]?.process.kill();
    expect(await answerOf(await client.ask('more', TIER))).toEqual([
      ...[503, 'UPSTREAM_UNAVAILABLE', '1'],
    ]);
    const added = (await registrations()).difference(earlier);
    expect(added.size).toBe(1);
    const [record = ''] = added;
    const left = await redis.command(['PTTL', record]);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(15_000);
    await redis.command(['PEXPIRE', record, '1']);
    await until(async () => (await client.end('tier')).status === 404);
    expect(await answerOf(await client.ask('more', TIER))).toEqual([404, 'NOT_FOUND', null]);
  });
});

test.skipIf(!hasRedis || NGINX === null)(
  'graphql-sse’s client works through a balancer that is not sticky, and reconnects when its replica dies',
  { timeout: 60_000 },
  async () => {
    await replicas[1]?.process.kill(); // The test before does, if it runs.
    replicas = replicas.with(1, await start());
    const ports = replicas.map(({ url }) => Number(new URL(url).port));
    const balancer = await startNginx(await freePort(), ports);
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
    for (const { process } of replicas.slice(0, 2)) await process.kill();
    await until(() => everyoneHas(109));
    for (const end of ends) end();
    await Promise.all(isDone);
    client.dispose();
    await balancer.stop();
  },
);
