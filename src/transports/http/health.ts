import type { FastifyInstance } from 'fastify';
import type { Services } from '../../resolvers/context.ts';

export interface Health {
  /** Set when the process begins to stop. */
  isDraining: boolean;
}

/**
 * `/healthz` is the liveness probe. `/readyz` is the readiness probe: it fails while draining. Its body
 * also reports upstream's state. A failing upstream does not make the process unready, because all
 * replicas share that upstream.
 */
export function healthRoutes(app: FastifyInstance, health: Health, services: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    reply.status(health.isDraining ? 503 : 200);
    return {
      status: health.isDraining ? 'draining' : 'ready',
      upstream: services.upstream.client.state,
    };
  });
}
