import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { PostgresServer } from '../../harness/programs/postgres.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';
import { checkDatabase } from '../../history/kills/check-stored.ts';
import { FedBoard, recordFed } from '../../history/kills/fed-board.ts';
import { quantile, row, titles } from '../kit.ts';
import { type FilledDay, fillStore, POINTS_A_DAY } from './store-fill.ts';

/*
 * How a history keeps up, and how long its answers take: `npm run bench:history`, on SQLite and PostgreSQL.
 * `BENCH_SECONDS` is how long 5,000 changes a second are recorded, and `BENCH_POINTS` how many points, in millions and
 * separated by commas, the stores hold that are asked. A hundred million take some 15 GB on disk.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 600);
const MILLIONS = (process.env['BENCH_POINTS'] ?? '1,10').split(',').map(Number);

const PRICES = 500;
const CHANGES_A_SECOND = 5_000;
/** How many are measured, after some that are not: then the code of the store's thread is compiled. */
const QUESTIONS = 200;
const WARM_QUESTIONS = 300;
const CLOSINGS = 10;

const server = await PostgresServer.start();

/** The address of a new, empty database. */
const NEW_URL = {
  SQLite: async () => newStoreUrl(),
  PostgreSQL: () => server.createDatabase(),
};
const STORES = Object.keys(NEW_URL) as (keyof typeof NEW_URL)[];

/** What was measured, and of each store what came out. */
type Results = Map<string, { readonly bound: string; readonly values: string[] }>;

try {
  const results: Results = new Map();
  await benchRecording(results);
  for (const store of STORES) await benchQuestions(store, results);
  process.stdout.write(titles(['', 'at most', ...STORES]));
  for (const [what, { bound, values }] of results)
    process.stdout.write(row([what, bound, ...values]));
} finally {
  await server.stop();
}

function note(results: Results, what: string, bound: string, value: number, digits: number): void {
  const known = results.get(what) ?? { bound, values: [] };
  known.values.push(value.toFixed(digits));
  results.set(what, known);
}

/** What is being done, which is no part of the result. */
function tell(what: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${what}\n`);
}

async function benchRecording(results: Results): Promise<void> {
  const steps = (SECONDS * CHANGES_A_SECOND) / PRICES;
  const changes = PRICES * (steps + 1);
  tell(`${SECONDS} s of changes without a recorder`);
  const alone = await feed(new FedBoard(PRICES, 100), steps);
  for (const name of STORES) {
    tell(`${SECONDS} s of changes recorded by ${name}`);
    const url = await NEW_URL[name]();
    const store = await openStore(url);
    const fed = new FedBoard(PRICES, 100);
    const recorder = await recordFed(store, fed);
    const updates = await feed(fed, steps);
    await recorder.settled();
    await recorder.stop();
    const { size } = await store.summary();
    await store.close();
    const { points } = await checkDatabase(url);
    note(results, `changes lost of ${changes}`, '0', changes - points, 0);
    const [p99, before] = [quantile(updates, 0.99), quantile(alone, 0.99)];
    note(
      results,
      `p99 of updates, against ${before.toFixed(2)} ms unrecorded`,
      '1.10',
      p99 / before,
      2,
    );
    note(results, 'longest update, ms', '', Math.max(...updates), 0);
    note(results, 'bytes a point', '25 in SQLite', size / points, 1);
  }
}

/** Changes a board as often as is asked; how many milliseconds after they were due the board had its updates. */
async function feed(fed: FedBoard, steps: number): Promise<number[]> {
  const beganAt = performance.now();
  const waits: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const dueAt = beganAt + (step * PRICES * 1_000) / CHANGES_A_SECOND;
    await pause(Math.max(0, dueAt - performance.now()));
    fed.change(Date.now());
    waits.push(performance.now() - dueAt);
  }
  return waits;
}

async function benchQuestions(name: keyof typeof NEW_URL, results: Results): Promise<void> {
  const medians: number[][] = [];
  for (const millions of MILLIONS) {
    tell(`${millions} million points are written to ${name}, and asked for`);
    const store = await openStore(await NEW_URL[name]());
    const days = Math.max(1, Math.round((millions * 1e6) / POINTS_A_DAY));
    const beganAt = performance.now();
    const day = await fillStore(store, days);
    const perSecond = (days * POINTS_A_DAY * 1_000) / (performance.now() - beganAt);
    await timesOf(WARM_QUESTIONS, (index) => askMovement(store, day, index));
    const movements = await timesOf(QUESTIONS, (index) => askMovement(store, day, index));
    await timesOf(CLOSINGS, () => askClosings(store, day));
    const closings = await timesOf(CLOSINGS, () => askClosings(store, day));
    await store.close();
    const beside = `beside ${millions} million points`;
    note(results, `points written a second, ${beside}`, '', perSecond, 0);
    note(results, `line movement, p99, ms, ${beside}`, '20; 60', quantile(movements, 0.99), 1);
    note(results, `a day's closings, ms, ${beside}`, '100; 300', quantile(closings, 0.5), 0);
    medians.push([movements, closings].map((times) => quantile(times, 0.5)));
  }
  const [smallest = [], largest = []] = [medians.at(0), medians.at(-1)];
  const growth = largest.map((time, index) => time / (smallest[index] ?? Number.NaN));
  const between = `from ${MILLIONS.at(0)} to ${MILLIONS.at(-1)} million points`;
  note(results, `growth of a line movement's median ${between}`, '2', growth[0] ?? Number.NaN, 2);
  note(results, `growth of a day's closings ${between}`, '2', growth[1] ?? Number.NaN, 2);
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
  const events = await store.eventsStartingIn(span, {});
  const series = await store.seriesOf({ eventIds: events.map(({ id }) => id) });
  const closed = series.filter(({ closing }) => closing !== null);
  if (closed.length < eventIds.length * 64) throw new Error('Not all prices have closed.');
}
