/**
 * Measures how overload affects other clients: many heavy queries, and many subscriptions to the whole
 * board that cannot share encodings. Meanwhile `/healthz` and a small query of another account are
 * requested continuously.
 *
 * Run: `node test/bench/overload/main.ts [another checkout]`. With another checkout each scenario is
 * run against that one first, and the ratios between the two are printed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { pin } from '../pin.ts';
import { heavyQuery } from './queries.ts';

const GIVEN_UP_MS = 120_000;
const ABORTING_MS = 3_000;
const HERE = resolve(import.meta.dirname, '../../..');
const [other] = process.argv.slice(2);

interface Outcome {
  readonly [measure: string]: number | string;
}

interface Scenario {
  readonly name: string;
  readonly run: (url: string) => Promise<Readonly<Record<string, number>>>;
}

const agent = new Agent({ maxSockets: 1_000 });

interface Sent {
  readonly body: string;
  readonly key: string;
  readonly accept: string;
  /** Whether a chunk is the last one; if absent, the end of the response is. */
  readonly isWhole?: (text: string) => boolean;
}

/** Posts an operation and reads the whole response. Returns the HTTP status, or 0 if it broke off. */
function post(url: string, { body, key, accept, isWhole }: Sent): Promise<number> {
  return new Promise((done) => {
    const headers = { 'content-type': 'application/json', accept, 'x-api-key': key };
    const sent = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
      let tail = '';
      response.on('data', (part: Buffer) => {
        if (isWhole === undefined) return;
        tail = tail.slice(-200) + part.toString('latin1');
        if (!isWhole(tail)) return;
        done(200);
        response.destroy();
      });
      response.on('end', () => done(response.statusCode ?? 0)).on('error', () => done(0));
    });
    sent.setTimeout(GIVEN_UP_MS, () => sent.destroy());
    sent.on('error', () => done(0)).end(body);
  });
}

const accept = 'application/graphql-response+json';

function heavyQueries(count: number): Scenario {
  return {
    name: `${count} heavy queries`,
    run: async (url) => {
      const sending = Array.from({ length: count }, (_, i) =>
        post(url, {
          body: JSON.stringify({ query: heavyQuery(i) }),
          key: 'demo_enterprise',
          accept,
        }),
      );
      return counted(await Promise.all(sending));
    },
  };
}

/** Each with a different chunk size. */
function boards(count: number): Scenario {
  const query = `subscription($chunkSize: Int) { liveOdds(chunkSize: $chunkSize) {
    ... on OddsSnapshot { odds { id sportsbookId eventId marketType selection line price { american decimal } } isLast } } }`;
  return {
    name: `${count} whole boards`,
    run: async (url) => {
      const sending = Array.from({ length: count }, (_, i) => {
        const body = JSON.stringify({ query, variables: { chunkSize: 100 + i } });
        const isWhole = (text: string) => text.includes('"isLast":true');
        return post(url, { body, key: 'demo_enterprise', accept: 'text/event-stream', isWhole });
      });
      return counted(await Promise.all(sending));
    },
  };
}

function counted(statuses: readonly number[]): Record<string, number> {
  const answered = statuses.filter((status) => status === 200).length;
  const broken = statuses.filter((status) => status === 0).length;
  return { answered, refused: statuses.length - answered - broken, broken };
}

const SCENARIOS: readonly Scenario[] = [
  heavyQueries(60),
  heavyQueries(200),
  boards(50),
  boards(200),
];

async function start(script: string, core: number, ...args: string[]) {
  const child = fork(script, args, { env: { ...process.env, NODE_ENV: 'production' } });
  pin(child, core);
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return { child, url: message.url };
}

async function measure(checkout: string, scenario: Scenario, originUrl: string): Promise<Outcome> {
  const script = resolve(checkout, 'test/bench/servers/oddsgraph.ts');
  const { child, url } = await start(script, 0, originUrl);
  const small = '{ sportsbooks { name } }';
  await post(url, {
    body: JSON.stringify({ query: heavyQuery(10_000) }),
    key: 'demo_enterprise',
    accept,
  }); // Warm.
  const health = probe({ url: `${url}/healthz`, headers: {}, body: null, everyMs: 5 });
  const headers = { 'content-type': 'application/json', 'x-api-key': 'demo_pro' };
  const body = JSON.stringify({ query: small });
  const query = probe({ url: `${url}/graphql`, headers, body, everyMs: 20 });
  await pause(500);
  await Promise.all([health.take(), query.take()]);
  const begun = performance.now();
  const counts = await scenario.run(url);
  const seconds = (performance.now() - begun) / 1_000;
  const aborting = counts['broken'] ? pause(ABORTING_MS) : null; // It writes a report first.
  await aborting;
  const isAlive = child.exitCode === null && child.signalCode === null;
  const [healthMs, queryMs] = await Promise.all([health.stop(), query.stop()]);
  const peak = isAlive ? peakMegabytes(child) : 'aborted';
  if (isAlive) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return {
    'healthz p99 ms': at(healthMs, 0.99),
    'healthz max ms': at(healthMs, 1),
    'small query p99 ms': at(queryMs, 0.99),
    'peak RSS MB': peak,
    seconds,
    ...counts,
  };
}

function probe(workerData: object) {
  const worker = new Worker(new URL('./probe.ts', import.meta.url), { workerData });
  const take = async (): Promise<number[]> => {
    worker.postMessage('take');
    const [{ latencies }] = (await once(worker, 'message')) as [{ latencies: number[] }];
    return latencies;
  };
  return {
    take,
    async stop() {
      const latencies = await take();
      await worker.terminate();
      return latencies;
    },
  };
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
}

function peakMegabytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

function print(scenario: Scenario, before: Outcome | null, after: Outcome): void {
  const shown = (value: number | string | undefined) =>
    typeof value === 'number' ? value.toFixed(value < 10 ? 1 : 0) : (value ?? '');
  const ratio = (a: unknown, b: unknown) =>
    typeof a === 'number' && typeof b === 'number' ? (a / b).toFixed(2) : '';
  const lines = Object.entries(after).map(([measure, value]) =>
    before === null
      ? [measure, shown(value)]
      : [measure, shown(before[measure]), shown(value), ratio(value, before[measure])],
  );
  const titles = before === null ? ['', 'here'] : ['', 'other', 'here', 'here / other'];
  const table = [titles, titles.map(() => '---'), ...lines];
  const text = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  process.stdout.write(`\n${scenario.name}\n\n${text}\n`);
}

pin(process, 1);
const origin = await start(resolve(import.meta.dirname, 'origin.ts'), 1);
const only = process.env['BENCH_ONLY'];
for (const scenario of SCENARIOS) {
  if (only !== undefined && !scenario.name.includes(only)) continue;
  const before = other === undefined ? null : await measure(resolve(other), scenario, origin.url);
  print(scenario, before, await measure(HERE, scenario, origin.url));
}
origin.child.kill();
process.exit(0);
