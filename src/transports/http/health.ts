import type { FastifyInstance } from 'fastify';
import type { Services } from '../../resolvers/context.ts';

export interface Health {
  /** Set when the process begins to stop. */
  isDraining: boolean;
}

/**
 * `/healthz` is the liveness probe. `/readyz` is the readiness probe. It fails while draining, and while
 * Redis is configured but unreachable, because live boards may be out of date then. Its body also
 * reports upstream's state. A failing upstream does not make the process unready, because all
 * replicas share that upstream.
 */
export function healthRoutes(app: FastifyInstance, health: Health, services: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const isCutOff = services.live.isRedisReachable === false;
    reply.status(health.isDraining || isCutOff ? 503 : 200);
    return {
      status: health.isDraining ? 'draining' : isCutOff ? 'redis unreachable' : 'ready',
      upstream: services.upstream.client.state,
    };
  });
}
