import type { FastifyInstance } from 'fastify';
import type { Services } from '../../resolvers/context.ts';

/** Where this process is in its life. */
export interface Health {
  isDraining: boolean;
}

/**
 * `/healthz` says that the process lives. `/readyz` says whether it takes requests; its body also
 * tells how upstream last answered, which alone does not make it unready: every replica shares it.
 * One that cannot reach the store of its replicas is not ready: its live boards may be out of date.
 */
export function healthRoutes(app: FastifyInstance, health: Health, services: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const isCutOff = services.live.isRelayReachable === false;
    reply.status(health.isDraining || isCutOff ? 503 : 200);
    return {
      status: health.isDraining ? 'draining' : isCutOff ? 'relay unreachable' : 'ready',
      upstream: services.upstream.client.state,
    };
  });
}
