import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticator.ts';
import { ANONYMOUS, type Identity } from '../access/identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Who sent the request: a caller with an API key, a viewer (an end user of the operator's site, who
     * sends a JWT and is served with the operator's key), or nobody known; null until that is found out.
     */
    identity: Identity | null;
  }
}

/** Finds out who sent a request before anything else looks at it, once for all transports. */
export function authenticateRequests(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('identity', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const identified = authenticator.identify(request.headers, request.url);
    const proceed = (identity: Identity) => {
      request.identity = identity;
      done();
    };
    if (identified instanceof Promise) void identified.then(proceed, done);
    else proceed(identified);
  });
}

/** Who sent a request. What fails before anybody could be identified counts as anonymous. */
export function identityOf({ identity }: Pick<FastifyRequest, 'identity'>): Identity {
  return identity ?? ANONYMOUS;
}
