/**
 * A thousand subscribers that come and go, and fifty queries a second, while upstream has faults of
 * every kind. Prints a row a minute and the slopes at the end. Fails if memory grows, if something is
 * left after everybody has gone, or if something is logged that should not be. Run:
 * `npm run soak -- --minutes 60`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Crowd } from './crowd.ts';
import { startServer, startTroubledOrigin } from './measured-server.ts';
import { cells, type Minute, TITLES } from './minute.ts';
import { Queries } from './queries.ts';
import { slopeOf } from './slope.ts';

const SUBSCRIBERS = 1_000;
const CHURN_PER_SECOND = 10;
const QUERIES_PER_SECOND = 50;
const MINUTE_MS = 60_000;

/** Caches fill and code is compiled in the first minutes. */
const WARM_MINUTES = 10;
/** Figures may grow by this share in an hour, and by as much more as two standard errors. */
const GROWTH_MAX = 0.01;

/** How long the server may keep what its clients have left. */
const LEAVING_MS = 3 * MINUTE_MS;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error('--minutes must be at least 1.');

const origin = await startTroubledOrigin();
const server = await startServer({ UPSTREAM_URL: origin.url });
const queries = new Queries(server.url);
const crowd = new Crowd(server.url, () => queries.menu);
const problems: string[] = [];

while (queries.menu.events.length === 0) await queries.readMenu();
const before = await rest();
print(TITLES);
print(TITLES.map(() => '---'));
await origin.take();
crowd.start(SUBSCRIBERS, CHURN_PER_SECOND);
queries.start(QUERIES_PER_SECOND);
const rows: Minute[] = [];
for (let minute = 1; minute <= minutes; minute += 1) {
  await pause(MINUTE_MS);
  const usage = await server.usage();
  const row = { minute, usage, ...(await load()) };
  rows.push(row);
  print(cells(row));
  await queries.readMenu();
}
await queries.stop();
crowd.stop();
growth();
await leftBehind();
problems.push(...server.problems.map((line) => `The log has: ${line}`));
const code = await server.stop();
if (code !== 0) problems.push(`It ended with ${code}.`);
await origin.stop();
process.stdout.write(`\nLines in the log: ${JSON.stringify(server.messages, null, 2)}\n`);
for (const problem of problems) process.stdout.write(`FAILED: ${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

async function load() {
  const [answers, deliveries] = [queries.take(), crowd.take()];
  const internal = deliveries.internalErrors + (answers.errors['INTERNAL_SERVER_ERROR'] ?? 0);
  if (internal > 0) problems.push(`${internal} INTERNAL_SERVER_ERROR in a minute.`);
  return { answers, deliveries, upstream: await origin.take() };
}

function growth(): void {
  const warm = rows.slice(WARM_MINUTES);
  if (warm.length < 5) return void process.stdout.write('\nToo short for slopes.\n');
  const prices = warm.map(({ upstream }) => upstream.prices);
  const figures = {
    heap: warm.map(({ usage }) => usage.heap),
    RSS: warm.map(({ usage }) => usage.rss),
    'pages of the heap': warm.map(({ usage }) => usage.heapPages),
    'RSS without the heap and buffers': warm.map(
      ({ usage: { rss, heapPages, external } }) => rss - heapPages - external,
    ),
    'buffers outside of the heap': warm.map(({ usage }) => usage.external),
  };
  process.stdout.write('\n');
  for (const [name, figure] of Object.entries(figures)) {
    const { perHour, error } = slopeOf(figure, prices);
    const text = `${name}: ${percent(perHour)} an hour (standard error ${percent(error)})`;
    process.stdout.write(`${text}\n`);
    const isMemory = name === 'heap' || name === 'RSS';
    if (isMemory && perHour - 2 * error > GROWTH_MAX) problems.push(`It grows. ${text}`);
  }
}

/** What the server holds without clients. */
async function rest() {
  const { resources, heap, rss } = await server.usage();
  return { resources, heap, rss };
}

async function leftBehind(): Promise<void> {
  const deadline = Date.now() + LEAVING_MS;
  let now = await rest();
  const more = () =>
    Object.entries(now.resources).filter(([kind, count]) => count > (before.resources[kind] ?? 0));
  // V8 gives memory back when the process has been idle for a minute.
  while (Date.now() < deadline && (more().length > 0 || now.rss > 2 * before.rss)) {
    await pause(5_000);
    now = await rest();
  }
  const size = ({ heap, rss }: typeof now) =>
    `heap ${(heap / 2 ** 20).toFixed(0)} MiB, RSS ${(rss / 2 ** 20).toFixed(0)} MiB`;
  process.stdout.write(`\nBefore any client: ${size(before)}. After the last: ${size(now)}.\n`);
  for (const [kind, count] of more()) {
    problems.push(`${count} ${kind} are left; there were ${before.resources[kind] ?? 0}.`);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function print(row: readonly string[]): void {
  process.stdout.write(`| ${row.join(' | ')} |\n`);
}
