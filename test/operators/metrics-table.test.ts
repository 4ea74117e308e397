import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOrigin } from '../../src/origin/origin.ts';
import { TRANSPORT_NAMES } from '../../src/resolvers/operation-record.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { postJson } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { smallSimulation } from '../harness/feeds/simulations.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { newStoreUrl } from '../harness/servers/recording.ts';
import { until } from '../harness/until.ts';

interface Metric {
  readonly type: string;
  readonly labels: readonly string[];
  readonly meaning: string;
}

const PAGE = readFileSync('docs/operations.md', 'utf8');

/** The rows of the table of metrics. */
const documented = new Map(
  Array.from(
    PAGE.matchAll(/^\| `(oddsgraph_\w+)` \| (\w+) \| (.*?) \| (.+) \|$/gm),
    ([, name = '', type = '', labels = '', meaning = '']): [string, Metric] => {
      const names = Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label);
      return [name, { type, labels: names, meaning }];
    },
  ),
);

test.each([
  ['log lines', /^\| `transport` \| (.+) \|$/m],
  ['metrics', /`transport` is (.+?)\. \|$/m],
])('the page names the transports in %s', (_, names) => {
  const [, text = ''] = names.exec(PAGE) ?? [];
  const documentedNames = Array.from(text.matchAll(/`([a-z]+)`/g), ([, name]) => name);
  expect(documentedNames).toEqual([...TRANSPORT_NAMES]);
});

/** Uses every part of a server once, well and badly. */
async function useEverything(url: string): Promise<void> {
  const send = async (body: object, key = 'demo_pro', path = '/graphql') =>
    (await postJson(url + path, body, { 'x-api-key': key })).text();
  for (const path of ['/graphql', '/subgraph']) {
    for (const key of ['demo_pro', 'demo_free', 'unknown']) {
      await send({ query: '{ sportsbooks { id } events(first: 2) { nodes { id } } }' }, key, path);
      await send({ query: '{ lowHoldOpportunities { totalCount } }' }, key, path);
    }
    await send({ query: '{' }, 'demo_pro', path);
  }
  await send({ query: 'mutation { createApiKey(name: "metrics") { secret } }' });
  const variables = { filter: { sportsbooks: ['draftkings'], leagues: ['nba', 'nfl'] } };
  const client = await LiveClient.open(url, LIVE_ODDS, { variables });
  await client.untilKind('OddsUpdate');
  client.close();
  const stream = await StreamClient.open(url);
  await stream.ask('one', '{ viewer { tier } }');
  await stream.whole('one');
  stream.close();
  const router = await CallbackRouter.open();
  await router.subscribe(url, { variables });
  await until(() => router.of('next').length > 0);
  router.onMessage = () => ({ status: 404 });
  await router.close();
}

describe.skipIf(!hasRedis)('the metrics of a server that has done everything once', () => {
  let origin: Awaited<ReturnType<typeof startOrigin>>;
  let server: OddsgraphProcess;
  let redis: RedisServer;
  let text = '';

  beforeAll(async () => {
    redis = await RedisServer.start();
    origin = await startOrigin({ clock: systemClock, feed: smallSimulation(systemClock), port: 0 });
    server = new OddsgraphProcess({
      REDIS_URL: redis.url,
      UPSTREAM_URL: origin.url,
      HISTORY_URL: newStoreUrl(),
      HISTORY_KEY: 'demo_enterprise',
    });
    const { url } = await server.listening();
    await useEverything(url);
    await until(() => linesOf(server.errors, 'operation').some(({ ended }) => ended === 'router'));
    text = await (await fetch(`${url}/metrics`)).text();
  }, 120_000);
  afterAll(async () => {
    await server.kill();
    await origin.stop();
    await redis.stop();
  });

  /** The types of all metrics by name. */
  const types = () =>
    new Map(Array.from(text.matchAll(/^# TYPE (\S+) (\w+)$/gm), ([, name, type]) => [name, type]));

  test('are all in the table, with their types, and no others are', () => {
    const own = [...types()].filter(([name]) => name?.startsWith('oddsgraph_'));
    const inTable = Array.from(documented, ([name, { type }]) => [name, type]);
    expect(own.map(String).sort()).toEqual(inTable.map(String).sort());
  });

  test('have the labels that the table names', () => {
    const samples = text.matchAll(/^(oddsgraph_\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$/gm);
    const seen = new Set<string>();
    for (const [line, base = '', list = ''] of samples) {
      const name = documented.has(base) ? base : (line.match(/^\w+/)?.[0] ?? '');
      const labels = Array.from(list.matchAll(/(\w+)="/g), ([, label = '']) => label);
      const own = labels.filter((label) => label !== 'le').sort();
      expect([name, own]).toEqual([name, [...(documented.get(name)?.labels ?? [])].sort()]);
      seen.add(name);
    }
    const labelled = Array.from(documented, ([name, { labels }]) => labels.length > 0 && name);
    expect(labelled.filter((name) => name && seen.has(name)).length).toBeGreaterThan(15);
  });

  test('tell what each of them means', () => {
    for (const [, name, help = ''] of text.matchAll(/^# HELP (oddsgraph_\S+) (.*)$/gm)) {
      expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
    }
    for (const { meaning } of documented.values()) expect(meaning).toMatch(/^[A-Z].{10,}\.$/);
  });

  test('follow the naming of Prometheus: counters end in _total, times are in seconds', () => {
    for (const [name = '', type] of types()) {
      if (!name.startsWith('oddsgraph_')) continue;
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kilobytes|mb)(_|$)/);
    }
  });

  test('have no label of a caller, count errors and refusals from zero, and include the event loop and the heap', () => {
    expect(text).not.toMatch(/demo_|createApiKey|"Live"/);
    expect(text).toContain('\noddsgraph_errors_total{code="INTERNAL_SERVER_ERROR"} 0\n');
    expect(text).toContain('\noddsgraph_refusals_total{bound="stream_messages"} 0\n');
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes']) {
      expect([types().get(name), PAGE.includes(name)]).toEqual(['gauge', true]);
    }
  });
});
