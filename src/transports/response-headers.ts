import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
} from 'fastify';

/** Responses depend on the caller and change all the time, so no shared cache may store them. */
export const CACHE_CONTROL = 'private, no-store';

/** The request headers that a response depends on: the caller and the media type. */
const VARY = 'Accept, Authorization, X-API-Key, X-GraphQL-Event-Stream-Token';

export const REQUEST_ID = 'X-Request-Id';

/** A caller's id that is safe to log. */
const SAFE_ID = /^[\w.:=+/@-]{1,128}$/;

/** The request's id: the caller's, so that both logs can be correlated, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}

/** Sets the headers that the responses of all routes have. */
export function setResponseHeaders({ id }: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', CACHE_CONTROL).header('vary', VARY).header(REQUEST_ID, id);
}

/** Must be called before plugins that respond themselves, such as CORS. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setResponseHeaders(request, reply);
    done();
  });
}

/** For a route whose handler sets its own `Cache-Control`. */
export const keepUncached: onSendAsyncHookHandler = async (_request, reply, payload) => {
  reply.header('cache-control', CACHE_CONTROL);
  return payload;
};
