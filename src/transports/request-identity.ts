import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticator.ts';
import { ANONYMOUS, type Identity } from '../access/identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Who sent the request: a caller with an API key, a viewer (an end user of the operator's site, who
     * sends a JWT and is served with the operator's API key), or an anonymous caller. Null until the
     * request is authenticated.
     */
    identity: Identity | null;
  }
}

/** Authenticates each request in an `onRequest` hook, once for all transports. */
export function authenticateRequests(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('identity', null);
  app.addHook('onRequest', (request, reply, done) => {
    const identified = authenticator.identify(request.headers, request.url);
    const onIdentified = (identity: Identity) => {
      // The client disconnected while its token was verified. Later hooks would miss the `close` event.
      if (reply.raw.destroyed) return;
      request.identity = identity;
      done();
    };
    if (identified instanceof Promise) void identified.then(onIdentified, done);
    else onIdentified(identified);
  });
}

/** Who sent a request. A request that failed before it was authenticated counts as anonymous. */
export function identityOf({ identity }: Pick<FastifyRequest, 'identity'>): Identity {
  return identity ?? ANONYMOUS;
}
