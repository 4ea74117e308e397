/**
 * Measures the live memory per estimated value during execution and encoding: the heap after a garbage
 * collection between the steps of one large query.
 * Run: `node test/bench/value-bytes.ts`
 */
import { pino } from 'pino';
import { startApp } from '../../src/app.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { Scheduler } from '../../src/scheduling/scheduler.ts';
import { postJson } from '../harness/clients/graph-client.ts';
import { collectGarbage } from '../harness/node/collect-garbage.ts';
import { estimateOf } from '../harness/operators/estimate.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

const QUERIES = 3;
const LOOK_EVERY = 8;

const port = String(await freePort());
const origin = new OddsgraphProcess({ ORIGIN_FEED: 'simulation', ORIGIN_PORT: port });
await origin.listening();
const graph = await startApp({
  host: '127.0.0.1',
  port: 0,
  baseUrl: new URL(`http://127.0.0.1:${port}`),
  clock: systemClock,
  log: pino({ level: 'warn' }, pino.destination(2)),
});

/** 200 events with all their prices: 960,000 values by the estimate. No two are the same. */
function heavyQuery(number: number): string {
  const fields =
    'key eventId sport league marketType selection selectionType line lastSeenAt isLive sportsbookId';
  const price = 'price { american decimal probability }';
  return `{ a${number}: events(first: 200) { nodes { odds { ${fields} ${price} } } } }`;
}

let pieces = 0;
let peak = 0;
const { turn } = Scheduler.prototype;
Scheduler.prototype.turn = function (account, owner) {
  pieces += 1;
  if (pieces % LOOK_EVERY === 0) peak = Math.max(peak, liveBytes());
  return turn.call(this, account, owner);
};

function liveBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function ask(query: string): Promise<string> {
  const headers = { 'x-api-key': 'demo_enterprise' };
  return (await postJson(`${graph.url}/graphql`, { query }, headers)).text();
}

for (let i = 0; i < QUERIES; i += 1) {
  const query = heavyQuery(i);
  const { values } = estimateOf(query);
  const before = liveBytes();
  peak = before;
  const { length } = await ask(query);
  const held = peak - before;
  process.stdout.write(
    `${values} values estimated, ${(length / 1e6).toFixed(1)} MB of JSON: ${(held / 1e6).toFixed(0)} MB held, ${(held / values).toFixed(0)} bytes a value\n`,
  );
}
await graph.stop();
await origin.kill();
process.exit(0);
