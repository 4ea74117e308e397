import type { FastifyInstance } from 'fastify';
import { Gauge, Registry, register } from 'prom-client';
import { httpSeconds } from '../../metrics.ts';

/** A gauge whose value is read when it is scraped. */
interface Reading {
  readonly help: string;
  readonly value: () => number;
}

/** Gauges by name, without the `oddsgraph_` prefix. */
export type Readings = Readonly<Record<string, Reading>>;

/** `/metrics` in Prometheus' text format: the default registry and the gauges of this listener. */
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
    if (type.startsWith('text/event-stream')) return; // Its duration is up to the client.
    const labels = { route: routeOptions.url ?? 'none', status: reply.statusCode };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}
