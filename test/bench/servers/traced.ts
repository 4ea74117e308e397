import { pino } from 'pino';
import { startApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { report } from '../live/servers/usage.ts';

/** Oddsgraph with its defaults, and traces if the environment asks for them. */

const log = pino({ level: 'warn' }, pino.destination(2));
const { tracing } = readConfig();
const open =
  tracing && (await import('../../../src/observability/tracing/opentelemetry/open-tracing.ts'));
const graph = await startApp({
  host: '127.0.0.1',
  port: 0,
  baseUrl: new URL(process.argv[2] ?? ''),
  clock: systemClock,
  log,
  tracing: tracing && (open?.openTracing(tracing, log) ?? null),
});
report(graph.url);
