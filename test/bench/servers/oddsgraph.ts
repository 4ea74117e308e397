import { pino } from 'pino';
import { startApp } from '../../../src/app.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';

/** (c) Oddsgraph with its defaults. */

const graph = await startApp({
  host: '127.0.0.1',
  port: 0,
  baseUrl: new URL(process.argv[2] ?? ''),
  clock: systemClock,
  log: pino({ level: 'warn' }, pino.destination(2)),
});
process.send?.({ url: graph.url });
