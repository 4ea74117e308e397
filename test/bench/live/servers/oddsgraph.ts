import { pino } from 'pino';
import { startApp } from '../../../../src/app.ts';
import { Executor } from '../../../../src/execution/executor.ts';
import { systemClock } from '../../../../src/scheduling/clock.ts';
import { API_KEY } from '../board.ts';
import { report } from './usage.ts';

/** (c) Oddsgraph with its defaults, counting executions; (d) the same with prices over time, in a temporary database. */

let executions = 0;
const { executeEvent } = Executor.prototype;
Executor.prototype.executeEvent = function (operation, event) {
  executions += 1;
  return executeEvent.call(this, operation, event);
};

const graph = await startApp({
  host: '127.0.0.1',
  port: 0,
  baseUrl: new URL(process.argv[2] ?? ''),
  clock: systemClock,
  redisUrl: process.env['REDIS_URL'] ?? null,
  history: process.env['HISTORY'] === 'on' ? { url: null, apiKey: API_KEY, days: 1 } : null,
  log: pino({ level: 'warn' }, pino.destination(2)),
});
report(`${graph.url}/graphql`, () => executions);
// The temporary database goes with it.
process.once('SIGTERM', () => void graph.stop().then(() => process.exit()));
