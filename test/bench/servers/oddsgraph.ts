import { pino } from 'pino';
import { startApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { Executor } from '../../../src/execution/executor.ts';
import { openTracing } from '../../../src/observability/tracing/opentelemetry/open-tracing.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { report } from './usage.ts';

/** (c) Oddsgraph in front of the service at the first argument, as the environment configures it. It counts executions. */

let executions = 0;
const { executeEvent } = Executor.prototype;
Executor.prototype.executeEvent = function (operation, event) {
  executions += 1;
  return executeEvent.call(this, operation, event);
};

const [upstream = ''] = process.argv.slice(2);
const { viewers, tracing, redisUrl, redisPrefix, history } = readConfig({
  ...process.env,
  UPSTREAM_URL: upstream,
});
const log = pino({ level: 'warn' }, pino.destination(2));
const graph = await startApp({
  host: '127.0.0.1',
  port: 0,
  baseUrl: new URL(upstream),
  clock: systemClock,
  log,
  redisUrl,
  redisPrefix,
  history: history && { ...history, past: null },
  tracing: tracing && openTracing(tracing, log),
  viewers: viewers.tokenIssuer && { ...viewers, ...viewers.tokenIssuer },
});
report(graph.url, () => executions);
