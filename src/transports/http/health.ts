import type { FastifyInstance } from 'fastify';
import type { Services } from '../../resolvers/context.ts';

export interface Health {
  /** Whether load balancers should send no more requests. For a moment, they are still answered. */
  isStopping: boolean;
}

/**
 * `/healthz` is the liveness probe. `/readyz` is the readiness probe. It fails while the process
 * is stopping; while Redis is configured but unreachable, because live odds may be out of date then; and until
 * the signing keys of the token issuer have been fetched once, because no viewer could be authenticated. Its
 * body also reports the state of upstream and of the signing keys. If upstream fails, or keys cannot be fetched
 * again, the process stays ready, because other replicas would fail, too.
 */
export function healthRoutes(app: FastifyInstance, health: Health, services: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const status = readiness(health, services);
    reply.status(status === 'ready' ? 200 : 503);
    const { upstream, viewers } = services;
    const jwks = viewers && { jwks: viewers.keys.state };
    return { status, upstream: upstream.state, ...jwks };
  });
}

function readiness({ isStopping }: Health, { live, viewers }: Services) {
  if (isStopping) return 'draining';
  if (live.isRedisReachable === false) return 'redis unreachable';
  return viewers === null || viewers.keys.isLoaded ? 'ready' : 'no signing keys';
}
