/**
 * Ten clients read the whole simulated board for some seconds (the first argument, at most 60). The
 * run fails if one of them is disconnected, gets updates more than a second late, or ends with a
 * board that differs from the origin's. Run: `node test/soak/stream-readers.ts 30`
 */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startSimulation } from '../../src/origin/feeds/simulation/simulation.ts';
import { startOrigin } from '../../src/origin/origin.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { type Answer, fingerprint, type Question } from './reading-clients.ts';

const READERS = 10;
const MAX_SECONDS = 60;
const MAX_LAG_MS = 1000;
const REPORT_SECONDS = 5;

const seconds = Math.min(MAX_SECONDS, Number(process.argv[2] ?? 30));
const feed = startSimulation({ clock: systemClock, seed: 1 });
const { board } = feed;
const origin = await startOrigin({ clock: systemClock, feed, port: 0 });

let touched = 0;
const appliedAt = new Map<string, number>();
board.onChange(({ at, upserts, removed }) => {
  touched += upserts.length + removed.length;
  appliedAt.set(new Date(at).toISOString(), Date.now());
});

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const begun = performance.now();
const clients = new Worker(new URL('./reading-clients.ts', import.meta.url), {
  workerData: { url: `${origin.url}/api/v1/stream/odds?api_key=demo_enterprise`, count: READERS },
});
await once(clients, 'message');
report(
  `${READERS} snapshots of ${board.size} prices in ${milliseconds(performance.now() - begun)}; event loop held up at most ${milliseconds(delay.max / 1e6)}`,
);

delay.reset();
appliedAt.clear();
touched = 0;
for (let second = REPORT_SECONDS; second <= seconds; second += REPORT_SECONDS) {
  await pause(REPORT_SECONDS * 1000); // The run lasts as long as it was asked to.
  const { heapUsed, external, rss } = process.memoryUsage();
  report(
    `${second} s: heap ${mebibytes(heapUsed)}, buffers ${mebibytes(external)}, rss ${mebibytes(rss)}; event loop held up p99 ${milliseconds(delay.percentile(99) / 1e6)}, at most ${milliseconds(delay.max / 1e6)}`,
  );
}
feed.stop();
await pause(MAX_LAG_MS); // What arrives later than that fails the run.

const question: Question = {
  fingerprint: fingerprint(Array.from(board.rows(), ({ odds }) => odds)),
};
clients.postMessage(question);
const [answer] = (await once(clients, 'message')) as [Answer];
const { equal, cut, bytes, arrivals } = answer;
const lags = arrivals
  .map(([changedAt, arrivedAt]) => arrivedAt - (appliedAt.get(changedAt) ?? Number.NaN))
  .filter((ms) => !Number.isNaN(ms))
  .sort((a, b) => a - b);
const lag = (share: number) => lags[Math.floor((lags.length - 1) * share)] ?? Number.NaN;
report(`${Math.round(touched / seconds)} prices touched a second; ${mebibytes(bytes)} read`);
report(
  `${lags.length} updates, late by p50 ${milliseconds(lag(0.5))}, p99 ${milliseconds(lag(0.99))}, at most ${milliseconds(lag(1))}`,
);
report(`${equal} of ${READERS} boards equal the origin's; ${cut} streams were cut`);
await clients.terminate();
await origin.stop();
if (equal < READERS || cut > 0 || !(lag(0.99) <= MAX_LAG_MS)) process.exitCode = 1;

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
