import type { FastifyInstance } from 'fastify';
import type { OperationSpan, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What traces the request; null if nothing does. */
    span: OperationSpan | null;
  }
}

const GRAPHQL_ROUTES: ReadonlySet<string | undefined> = new Set([
  '/graphql',
  '/graphql/stream',
  '/subgraph',
]);

/**
 * Traces the requests to the GraphQL endpoints from their head to the end of the response, or to the
 * beginning of an event stream. It comes before authentication, which is a part of them.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('span', null);
  if (tracing === null) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers, routeOptions } = request;
    if (GRAPHQL_ROUTES.has(routeOptions.url) && method !== 'OPTIONS') {
      const span = tracing.startRequest({ id, method, route: routeOptions.url ?? '', headers });
      request.span = span;
      // Also if the client has gone without an answer.
      reply.raw.once('close', () => span.end(reply.raw.headersSent ? reply.raw.statusCode : null));
    }
    done();
  });
}
