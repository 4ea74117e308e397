import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
} from 'fastify';

/** Responses depend on the caller and change all the time, so no cache may store them. */
export const CACHE_CONTROL = 'private, no-store';

/** The request headers that a response depends on: the caller, the media type and the content coding. */
const VARY = 'Accept, Accept-Encoding, Authorization, X-API-Key, X-GraphQL-Event-Stream-Token';

export const REQUEST_ID = 'X-Request-Id';

/** A caller's id that is safe to log. */
const SAFE_ID = /^[\w.:=+/@-]{1,128}$/;

/** The request's id: the caller's, so that both logs can be correlated, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}

/** Sets the headers that the responses of all routes have. */
export type SetResponseHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** `acceptsCookies` is whether a cookie may identify the caller, together with the origin that sent it. */
export function responseHeaders(acceptsCookies: boolean): SetResponseHeaders {
  const vary = acceptsCookies ? `${VARY}, Cookie, Origin` : VARY;
  return ({ id }, reply) => {
    reply.header('cache-control', CACHE_CONTROL).header('vary', vary).header(REQUEST_ID, id);
  };
}

/** Must be called before plugins that respond themselves, such as CORS. */
export function addResponseHeaders(app: FastifyInstance, setHeaders: SetResponseHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
}

/** Overrides the `Cache-Control` that a route's handler has set by itself, as Apollo Server does. */
export const keepUncached: onSendAsyncHookHandler = async (_request, reply, payload) => {
  reply.header('cache-control', CACHE_CONTROL);
  return payload;
};
