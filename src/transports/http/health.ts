import type { FastifyInstance } from 'fastify';
import type { Services } from '../../resolvers/context.ts';

export interface Health {
  /** Set when the process begins to stop. */
  isDraining: boolean;
}

/**
 * `/healthz` is the liveness probe. `/readyz` is the readiness probe. It fails while draining, while
 * Redis is configured but unreachable, because live boards may be out of date then, and until the
 * keys of the token issuer have been fetched once, because no viewer could be served. Its body also
 * reports the state of upstream and of the issuer's keys. If they fail later, the process stays ready,
 * because all replicas share them.
 */
export function healthRoutes(app: FastifyInstance, health: Health, services: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const status = readiness(health, services);
    reply.status(status === 'ready' ? 200 : 503);
    const { upstream, viewers } = services;
    const jwks = viewers && { jwks: viewers.keySetState };
    return { status, upstream: upstream.client.state, ...jwks };
  });
}

function readiness({ isDraining }: Health, { live, viewers }: Services) {
  if (isDraining) return 'draining';
  if (live.isRedisReachable === false) return 'redis unreachable';
  return viewers === null || viewers.hasKeys ? 'ready' : 'no signing keys';
}
