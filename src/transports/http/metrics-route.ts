import type { FastifyInstance } from 'fastify';
import { Gauge, Registry, register } from 'prom-client';
import { httpSeconds } from '../../observability/metrics.ts';

/** A gauge without labels. Its value is read when Prometheus scrapes it. */
interface GaugeDefinition {
  readonly help: string;
  readonly value: () => number;
}

/** The labels and the current value of one time series. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/**
 * A gauge whose samples are read when Prometheus scrapes it. It has one time series for each sample. If
 * `labelNames` is empty, there is at most one sample.
 */
interface LabelledGauge {
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly samples: () => Iterable<Sample>;
}

/** Gauges by name, without the `oddsgraph_` prefix. */
export type GaugeDefinitions = Readonly<Record<string, GaugeDefinition | LabelledGauge>>;

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
  definition: GaugeDefinition | LabelledGauge,
  registry: Registry,
): void {
  const gauge: Gauge = new Gauge({
    name: `oddsgraph_${name}`,
    help: definition.help,
    labelNames: 'labelNames' in definition ? [...definition.labelNames] : [],
    registers: [registry],
    collect() {
      if ('value' in definition) return gauge.set(definition.value());
      gauge.reset();
      gauge.remove({}); // `reset` gives a gauge without labels the value 0.
      for (const [labels, value] of definition.samples()) gauge.set(labels, value);
    },
  });
}

/** Measures the duration of requests, except event streams, which last as long as their clients want. */
function timeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const type = String(reply.getHeader('content-type'));
    if (/^text\/event-stream|subscriptionSpec/.test(type)) return;
    const labels = { route: routeOptions.url ?? 'none', status: reply.statusCode };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}
