import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOrigin } from '../../src/origin/origin.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { smallSimulation } from '../harness/feeds/simulations.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasPrometheus, PrometheusProcess } from '../harness/programs/prometheus.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url).pathname;

/** Metrics that a server without Redis does not have. */
const OF_REDIS = ['oddsgraph_redis_reachable', 'oddsgraph_relay_newest_step_age_seconds'];

const dashboard = readDashboard();
const rules = readFileSync(`${DEPLOY}prometheus-rules.yml`, 'utf8');

describe.runIf(hasPrometheus)('promtool accepts', () => {
  test.each([
    ['the configuration', ['check', 'config', `${DEPLOY}prometheus.yml`]],
    ['the alert rules', ['check', 'rules', '--lint-fatal', `${DEPLOY}prometheus-rules.yml`]],
    ['the unit tests of the alert rules', ['test', 'rules', 'test/deploy/prometheus-rules.yml']],
  ])('%s', (_, parameters) => {
    const { status, stdout, stderr } = spawnSync('promtool', parameters, { encoding: 'utf8' });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

describe.runIf(hasPrometheus)('a real Prometheus with the files of deploy/', () => {
  let redis: RedisServer | null;
  let origin: Awaited<ReturnType<typeof startOrigin>>;
  let server: OddsgraphProcess;
  let client: GraphClient;
  let prometheus: PrometheusProcess;
  let downAddress: string;

  beforeAll(async () => {
    const folder = newFolder();
    redis = hasRedis ? await RedisServer.start() : null;
    origin = await startOrigin({ clock: systemClock, feed: smallSimulation(systemClock), port: 0 });
    const port = String(await freePort());
    client = new GraphClient(`http://127.0.0.1:${port}`);
    downAddress = `127.0.0.1:${await freePort()}`;
    await writeFile(join(folder, 'prometheus-rules.yml'), rules);
    await writeFile(join(folder, 'prometheus.yml'), configuration(client.url, downAddress));
    server = new OddsgraphProcess({
      PORT: port,
      UPSTREAM_URL: origin.url,
      HISTORY_URL: `sqlite:${join(folder, 'history.db')}`,
      HISTORY_KEY: 'demo_enterprise',
      ...(redis && { REDIS_URL: redis.url }),
    });
    // It takes five seconds to find its targets, in which the server starts.
    prometheus = await PrometheusProcess.start(join(folder, 'prometheus.yml'));
    await server.listening();
    await client.ask('{ sportsbooks { id } nothing }');
  }, 60_000);

  afterAll(async () => {
    await prometheus?.stop();
    await server?.kill();
    await origin?.stop();
    await redis?.stop();
  });

  test('scrapes a real server, and sees that another one is down', async () => {
    const address = client.url.replace('http://', '');
    await prometheus.until<Targets>('targets', ({ activeTargets }) => {
      const health = activeTargets.map(({ labels, health }) => [labels['instance'], health]);
      const expected = { [address]: 'up', [downAddress]: 'down' };
      return isDeepStrictEqual(Object.fromEntries(health), expected);
    });
  });

  test('evaluates every rule, and warns of the server that is down', async () => {
    const all = rules.match(/- alert:/g)?.length;
    const rulesOf = ({ groups }: Groups) => groups.flatMap((group) => group.rules);
    const isEvaluated = (data: Groups) =>
      rulesOf(data).length === all && rulesOf(data).every(({ health }) => health !== 'unknown');
    const evaluated = rulesOf(await prometheus.until<Groups>('rules', isEvaluated));
    expect(evaluated.filter(({ health }) => health !== 'ok')).toEqual([]);
    const isDown = ({ alerts }: Alerts) =>
      alerts.some(({ labels }) => labels['alertname'] === 'OddsgraphDown');
    const { alerts } = await prometheus.until<Alerts>('alerts', isDown);
    expect(alerts.map(({ labels }) => labels)).toContainEqual(
      expect.objectContaining({ alertname: 'OddsgraphDown', instance: downAddress }),
    );
  });

  test('understands every panel of the Grafana dashboard', async () => {
    for (const { expression } of dashboard) await prometheus.query(expression);
  });

  test('shows in every panel at the top of the dashboard what a server with subscribers does', async () => {
    const variables = { filter: { markets: ['moneyline'] } };
    const live = await LiveClient.open(client.url, LIVE_ODDS, { variables });
    await live.untilKind('OddsSnapshot');
    let missing = dashboard.filter(({ kind }) => kind === 'stat');
    while (missing.length > 0) {
      await live.untilKind('OddsUpdate');
      await client.ask('{ sportsbooks { id } }');
      const samples = await Promise.all(missing.map((one) => prometheus.query(one.expression)));
      missing = missing.filter((_, i) => !Number.isFinite(Number(samples[i]?.[0]?.value[1])));
    }
    live.close();
  }, 60_000);

  test('finds every metric of the alert rules and the dashboard in /metrics', async () => {
    const text = await (await fetch(`${client.url}/metrics`)).text();
    const known = new Set(Array.from(text.matchAll(/^# HELP (\w+)/gm), ([, name]) => name));
    const used = [rules, ...dashboard.map(({ expression }) => expression)]
      .flatMap((text) => Array.from(text.matchAll(/\b(?:oddsgraph|nodejs|process)_\w+/g), String))
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(used.length).toBeGreaterThan(50);
    const unknown = new Set(used).difference(known);
    expect([...unknown].filter((name) => redis !== null || !OF_REDIS.includes(name))).toEqual([]);
  });
});

interface Targets {
  readonly activeTargets: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly health: string;
  }[];
}

interface Groups {
  readonly groups: readonly { readonly rules: readonly { readonly health: string }[] }[];
}

interface Alerts {
  readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[];
}

/** The configuration of `deploy/` with these two replicas, which it asks each second. */
function configuration(url: string, downAddress: string): string {
  return readFileSync(`${DEPLOY}prometheus.yml`, 'utf8')
    .replace('127.0.0.1:4001', url.replace('http://', ''))
    .replace('127.0.0.1:4002', downAddress)
    .replace(/ *- 127.0.0.1:4003\n/, '')
    .replaceAll(/: 15s/g, ': 1s');
}

/** Every expression of the dashboard, with what Grafana puts into it. */
function readDashboard() {
  interface Panel {
    readonly type: string;
    readonly targets?: readonly { readonly expr: string }[];
  }
  const { panels }: { panels: Panel[] } = JSON.parse(
    readFileSync(`${DEPLOY}grafana-dashboard.json`, 'utf8'),
  );
  return panels.flatMap(({ type: kind, targets = [] }) =>
    targets.map(({ expr }) => ({
      kind,
      expression: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5s'),
    })),
  );
}
