import type { FastifyInstance } from 'fastify';
import type { Services } from '../../resolvers/context.ts';

/** Where this process is in its life. */
export interface Health {
  isDraining: boolean;
}

/**
 * `/healthz` says that the process lives. `/readyz` says whether it takes requests; its body also
 * tells how upstream last answered, which alone does not make it unready: every replica shares it.
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
