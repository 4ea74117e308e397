import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { PostgresServer } from '../../harness/programs/postgres.ts';
import { checkDatabase } from '../../history/kills/check-stored.ts';
import { FedBoard, recordFed } from '../../history/kills/fed-board.ts';
import { quantile, row, titles } from '../kit.ts';
import { type FilledDay, fillStore, POINTS_A_DAY } from './store-fill.ts';

/*
 * How a history keeps up, and how long its answers take: `npm run bench:history`, on SQLite and PostgreSQL.
 * `BENCH_SECONDS` is how long 5,000 changes a second are recorded, and `BENCH_POINTS` how many points, in millions and
 * separated by commas, the stores hold that are asked.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 600);
const MILLIONS = (process.env['BENCH_POINTS'] ?? '1,10').split(',').map(Number);

const PRICES = 500;
const CHANGES_A_SECOND = 5_000;
const QUESTIONS = 200;

const folder = await mkdtemp(join(tmpdir(), 'bench-history-'));
const server = await PostgresServer.start();
let databases = 0;

/** The address of a new, empty database. */
const NEW_URL: Readonly<Record<string, () => Promise<string>>> = {
  SQLite: async () => {
    databases += 1;
    return `sqlite:${join(folder, `${databases}.db`)}`;
  },
  PostgreSQL: () => server.createDatabase(),
};

try {
  await benchRecording();
  await benchQuestions();
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

function show(text: string): void {
  process.stdout.write(text);
}

async function benchRecording(): Promise<void> {
  const waits = ['update p99, ms', 'longest, ms'];
  show(titles(['recorder', 'changes', 'stored', 'holes', 'bytes a point', ...waits]));
  const steps = (SECONDS * CHANGES_A_SECOND) / PRICES;
  const changes = PRICES * (steps + 1);
  const alone = await feed(new FedBoard(PRICES, 100), steps);
  show(row(['none', changes, '', '', '', ...alone]));
  for (const [name, newUrl] of Object.entries(NEW_URL)) {
    const url = await newUrl();
    const store = await openStore(url);
    const fed = new FedBoard(PRICES, 100);
    const recorder = await recordFed(store, fed);
    const updates = await feed(fed, steps);
    await recorder.settled();
    await recorder.stop();
    const { size } = await store.summary();
    await store.close();
    const { points, holes } = await checkDatabase(url);
    show(row([name, changes, points, holes, (size / points).toFixed(1), ...updates]));
  }
}

/** Changes a board as often as is asked; how long after they were due the board had its updates: the p99 and the longest. */
async function feed(fed: FedBoard, steps: number): Promise<string[]> {
  const beganAt = performance.now();
  const waits: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const dueAt = beganAt + (step * PRICES * 1_000) / CHANGES_A_SECOND;
    await pause(Math.max(0, dueAt - performance.now()));
    fed.change(Date.now());
    waits.push(performance.now() - dueAt);
  }
  return [quantile(waits, 0.99).toFixed(1), Math.max(...waits).toFixed(0)];
}

async function benchQuestions(): Promise<void> {
  const times = ['line movement p50, ms', 'p99, ms', "a day's closings, ms"];
  show(titles(['store', 'million points', ...times, 'points written a second']));
  for (const [name, newUrl] of Object.entries(NEW_URL)) {
    for (const millions of MILLIONS) {
      const store = await openStore(await newUrl());
      const days = Math.max(1, Math.round((millions * 1e6) / POINTS_A_DAY));
      const beganAt = performance.now();
      const day = await fillStore(store, days);
      const perSecond = (days * POINTS_A_DAY * 1_000) / (performance.now() - beganAt);
      const movements = await timesOf(QUESTIONS, (index) => askMovement(store, day, index));
      const closings = await timesOf(10, () => askClosings(store, day));
      const [p50, p99] = [0.5, 0.99].map((share) => quantile(movements, share).toFixed(1));
      const closing = quantile(closings, 0.5).toFixed(0);
      show(
        row([
          name,
          ((days * POINTS_A_DAY) / 1e6).toFixed(1),
          `${p50}`,
          `${p99}`,
          closing,
          perSecond.toFixed(0),
        ]),
      );
      await store.close();
    }
  }
}

/** The time of each call in milliseconds. */
async function timesOf(count: number, call: (index: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const beganAt = performance.now();
    await call(index);
    times.push(performance.now() - beganAt);
  }
  return times;
}

/** What `Event.lineMovement` reads: both sides of a market at 32 sportsbooks over a day, by five minutes. */
async function askMovement(store: HistoryStore, { span, eventIds }: FilledDay, index: number) {
  const eventId = eventIds[index % eventIds.length] ?? '';
  const series = await store.seriesOf({ eventIds: [eventId], marketTypes: ['point_spread'] });
  const seriesIds = series.map(({ id }) => id);
  const query = { resolution: 'FIVE_MINUTES', limit: 300, after: null } as const;
  const pages = await store.points({ ...span, ...query, seriesIds });
  if (pages.length !== 64 || pages.some(({ points }) => points.length < 200)) {
    throw new Error('The store does not have what was recorded.');
  }
}

/** The closing lines of all games of a day. */
async function askClosings(store: HistoryStore, { span, eventIds }: FilledDay) {
  const events = await store.eventsIn(span, {});
  const ofDay = events.filter(({ startsAt }) => startsAt >= span.from && startsAt < span.to);
  const series = await store.seriesOf({ eventIds: ofDay.map(({ id }) => id) });
  const closed = series.filter(({ closing }) => closing !== null);
  if (closed.length < eventIds.length * 64) throw new Error('Not all prices have closed.');
}
