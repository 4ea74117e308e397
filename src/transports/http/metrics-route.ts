import type { FastifyInstance } from 'fastify';
import { Gauge, Registry, register } from 'prom-client';
import { httpSeconds } from '../../metrics.ts';

/** What a gauge reads when it is scraped: its meaning, and its value now. */
interface Reading {
  readonly help: string;
  readonly value: () => number;
}

/** Gauges by name, without the prefix that all metrics have. */
export type Readings = Readonly<Record<string, Reading>>;

/** `/metrics`, in the text format of Prometheus: what the process has counted, and the gauges. */
export function metricsRoute(app: FastifyInstance, readings: Readings): void {
  const registry = new Registry();
  for (const [name, { help, value }] of Object.entries(readings)) {
    const gauge: Gauge = new Gauge({
      name: `oddsgraph_${name}`,
      help,
      registers: [registry],
      collect: () => gauge.set(value()),
    });
  }
  app.get('/metrics', async (_request, reply) => {
    const all = Registry.merge([register, registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
  timeRequests(app);
}

function timeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const type = String(reply.getHeader('content-type'));
    if (type.startsWith('text/event-stream')) return; // It lasts as long as its client likes.
    const labels = { route: routeOptions.url ?? 'none', status: reply.statusCode };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}
