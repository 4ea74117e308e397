import type { FastifyInstance } from 'fastify';
import { Gauge, Registry, register } from 'prom-client';
import { httpSeconds } from '../../metrics.ts';

/** A gauge that is read when it is scraped. */
interface Reading {
  readonly help: string;
  readonly value: () => number;
}

/** The value of one series, and its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A gauge with labels that is read when it is scraped. It has only the series that are returned. */
interface LabelledReading {
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly samples: () => Iterable<Sample>;
}

/** Gauges by name, without the `oddsgraph_` prefix. */
export type Readings = Readonly<Record<string, Reading | LabelledReading>>;

/** `/metrics` in Prometheus' text format: the default registry and the gauges of this listener. */
export function metricsRoute(app: FastifyInstance, readings: Readings): void {
  const registry = new Registry();
  for (const [name, reading] of Object.entries(readings)) addGauge(name, reading, registry);
  app.get('/metrics', async (_request, reply) => {
    const all = Registry.merge([register, registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
  timeRequests(app);
}

function addGauge(name: string, reading: Reading | LabelledReading, registry: Registry): void {
  const gauge: Gauge = new Gauge({
    name: `oddsgraph_${name}`,
    help: reading.help,
    labelNames: 'labelNames' in reading ? [...reading.labelNames] : [],
    registers: [registry],
    collect() {
      if ('value' in reading) return gauge.set(reading.value());
      gauge.reset();
      for (const [labels, value] of reading.samples()) gauge.set(labels, value);
    },
  });
}

function timeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const type = String(reply.getHeader('content-type'));
    if (type.startsWith('text/event-stream')) return; // Its duration is up to the client.
    const labels = { route: routeOptions.url ?? 'none', status: reply.statusCode };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}
