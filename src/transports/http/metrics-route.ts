import type { FastifyInstance } from 'fastify';
import { Gauge, Registry, register } from 'prom-client';
import { httpSeconds } from '../../metrics.ts';

/** What is held in memory, by what it is. */
export type Holdings = Readonly<Record<string, () => number>>;

/** `/metrics`, in the text format of Prometheus: what the process counted, and what it holds now. */
export function metricsRoute(app: FastifyInstance, holdings: Holdings): void {
  const held = new Registry();
  const gauge = new Gauge({
    name: 'oddsgraph_held',
    help: 'What is held in memory or waits, in the unit of its name.',
    labelNames: ['what'],
    registers: [held],
    collect: () => {
      for (const [what, size] of Object.entries(holdings)) gauge.set({ what }, size());
    },
  });
  app.get('/metrics', async (_request, reply) => {
    const all = Registry.merge([register, held]);
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
