import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { postJson } from '../../harness/clients/graph-client.ts';
import { API_KEY } from '../account-keys.ts';
import { quantile, row, startProgram, startStub, titles } from '../kit.ts';
import { pin } from '../pin.ts';
import type { Latencies, ProbeKind } from './probe.ts';

/**
 * How late live updates and another caller's small query are beside sixteen loops of queries with
 * answers of 15 MB, on the server's one core. Live updates are measured from upstream's frame to the
 * subscriber. `npm run bench:fairness`; `BENCH_SECONDS` sets the length of each measurement, and
 * `BENCH_FOLDER` names another checkout whose server is measured.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const FOLDER = process.env['BENCH_FOLDER'] ?? new URL('../../..', import.meta.url).pathname;
const LOOPS = 16;
const TARGET_MS = 250;

/** Every price of 200 events. The search makes it a question that upstream has not been asked before. */
const HEAVY = `query Heavy($search: String) {
  events(first: 200, filter: { search: $search }) {
    nodes {
      odds {
        key eventId sport league marketType selection selectionType line lastSeenAt isLive sportsbookId
        price { american decimal probability }
      }
    }
  }
}`;

interface Scenario {
  readonly name: string;
  /** The key that a loop uses; null if there are no loops. */
  readonly keyOf: ((loop: number) => string) | null;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'nothing', keyOf: null },
  { name: "16 loops of the subscriber's account", keyOf: () => API_KEY },
  { name: '16 loops of 16 accounts', keyOf: (loop) => `bench_heavy_key_${loop}` },
];

interface Row {
  readonly live: Latencies;
  readonly small: Latencies;
  readonly answers: number;
  readonly refused: number;
  readonly megabytes: number;
}

async function measure({ keyOf }: Scenario, upstreamUrl: string): Promise<Row> {
  const script = pathToFileURL(`${FOLDER}/test/bench/servers/oddsgraph.ts`);
  const server = await startProgram(script, 0, [upstreamUrl]);
  const graphql = `${server.url}/graphql`;
  const live = await startProbe('live', graphql);
  const small = await startProbe('small', graphql);
  let [answers, refused, bytes] = [0, 0, 0];
  let isOver = false;
  const loop = async (key: string, number: number) => {
    for (let n = 0; !isOver; n += 1) {
      const answer = await ask(graphql, key, `${number}_${n}`);
      bytes += answer.bytes;
      if (answer.status === 200) answers += 1;
      else refused += 1;
      if (answer.status !== 200) await pause(200);
    }
  };
  const loops = keyOf && Array.from({ length: LOOPS }, (_, i) => loop(keyOf(i), i));
  await pause(SECONDS * 250); // Warm.
  await Promise.all([live.take(), small.take()]);
  [answers, refused, bytes] = [0, 0, 0];
  await pause(SECONDS * 1_000);
  const [lives, smalls] = await Promise.all([live.stop(), small.stop()]);
  const measured = { live: lives, small: smalls, answers, refused, megabytes: bytes / 1e6 };
  isOver = true;
  await server.stop();
  await Promise.all(loops ?? []);
  return measured;
}

async function ask(url: string, key: string, search: string) {
  try {
    const variables = { search };
    const response = await postJson(url, { query: HEAVY, variables }, { 'x-api-key': key });
    let bytes = 0;
    for await (const part of response.body ?? []) bytes += part.length;
    return { status: response.status, bytes };
  } catch {
    return { status: 0, bytes: 0 };
  }
}

async function startProbe(kind: ProbeKind, url: string) {
  const worker = new Worker(new URL('./probe.ts', import.meta.url), { workerData: { kind, url } });
  await once(worker, 'message');
  const take = async (): Promise<Latencies> => {
    worker.postMessage('take');
    const [latencies] = (await once(worker, 'message')) as [Latencies];
    return latencies;
  };
  return {
    take,
    async stop(): Promise<Latencies> {
      const latencies = await take();
      await worker.terminate();
      return latencies;
    },
  };
}

function print(name: string, { live, small, answers, refused, megabytes }: Row): void {
  const size = answers === 0 ? '' : (megabytes / answers).toFixed(1);
  const cells = [name, ...percentiles(live), ...percentiles(small)];
  const heavy = [(answers / SECONDS).toFixed(1), size, refused];
  process.stdout.write(row([...cells, ...heavy]));
}

function percentiles(latencies: Latencies): string[] {
  return [0.5, 0.99, 1].map((share) => quantile(latencies, share).toFixed(0));
}

pin(process, 1);
const upstream = await startStub(225); // Prices of each event, so that 200 events make 15 MB.
const only = process.env['BENCH_ONLY'];
const names = [
  ...['beside', 'live update p50 ms', 'p99', 'max', 'small query p50 ms', 'p99', 'max'],
  ...['heavy answers/s', 'MB each', 'refused'],
];
process.stdout.write(titles(names));
for (const scenario of SCENARIOS) {
  if (only !== undefined && !scenario.name.includes(only)) continue;
  const measured = await measure(scenario, upstream.url);
  print(scenario.name, measured);
  if (Math.max(quantile(measured.live, 0.99), quantile(measured.small, 0.99)) > TARGET_MS)
    process.exitCode = 1;
}
await upstream.stop();
process.exit();
