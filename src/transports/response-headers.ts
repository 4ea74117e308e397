import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
} from 'fastify';

/** Every answer depends on who asks and on the moment: no cache in between may keep one. */
export const CACHE_CONTROL = 'private, no-store';

/** What an answer depends on beside its address: the caller, and the form that was asked for. */
const VARY = 'Accept, Authorization, X-API-Key, X-GraphQL-Event-Stream-Token';

export const REQUEST_ID = 'X-Request-Id';

/** An id that may stand in a log line as it is. */
const SANE_ID = /^[\w.:=+/@-]{1,128}$/;

/** The id of a request: the caller's own, so that its log and this one can be joined, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

/** Sets the headers that every answer has, whichever route gives it. */
export function setResponseHeaders({ id }: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', CACHE_CONTROL).header('vary', VARY).header(REQUEST_ID, id);
}

/** To be added before anything that answers by itself, as CORS does. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setResponseHeaders(request, reply);
    done();
  });
}

/** For a route whose handler sets a `Cache-Control` of its own. */
export const keepUncached: onSendAsyncHookHandler = async (_request, reply, payload) => {
  reply.header('cache-control', CACHE_CONTROL);
  return payload;
};
