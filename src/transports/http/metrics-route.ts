import type { FastifyInstance } from 'fastify';
import { Gauge, Registry, register } from 'prom-client';
import { metrics } from '../../observability/metrics.ts';

/** The labels and the current value of one time series. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A gauge whose value is read when Prometheus scrapes it. */
interface GaugeDefinition {
  readonly help: string;
  /** A gauge with labels has a sample for each time series; one without may have none. */
  readonly labelNames?: readonly string[];
  readonly value: () => number | Iterable<Sample>;
}

/** Gauges by name, without the `oddsgraph_` prefix. */
export type GaugeDefinitions = Readonly<Record<string, GaugeDefinition>>;

/** Serves `/metrics` in Prometheus' text format: prom-client's default registry and the gauges of this HTTP server. */
export function metricsRoute(app: FastifyInstance, gauges: GaugeDefinitions): void {
  const registry = new Registry();
  for (const [name, definition] of Object.entries(gauges)) addGauge(name, definition, registry);
  app.get('/metrics', async (_request, reply) => {
    const all = Registry.merge([register, registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
  timeRequests(app);
}

function addGauge(
  name: string,
  { help, labelNames = [], value }: GaugeDefinition,
  registry: Registry,
): void {
  const gauge: Gauge = new Gauge({
    name: `oddsgraph_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      const current = value();
      if (typeof current === 'number') return gauge.set(current);
      gauge.reset();
      gauge.remove({}); // `reset` gives a gauge without labels the value 0.
      for (const [labels, each] of current) gauge.set(labels, each);
    },
  });
}

/** Measures the duration of requests, except event streams, which last as long as their clients want. */
function timeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const type = String(reply.getHeader('content-type'));
    if (/^text\/event-stream|subscriptionSpec/.test(type)) return;
    const labels = { route: routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.http_request_duration_seconds.observe(labels, reply.elapsedTime / 1000);
  });
}
