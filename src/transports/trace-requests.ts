import type { FastifyInstance } from 'fastify';
import type { OperationSpan, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The OpenTelemetry span of the request; null if it is not traced. */
    span: OperationSpan | null;
  }
}

/** The routes of all GraphQL transports. */
export const GRAPHQL_ROUTES: ReadonlySet<string | undefined> = new Set([
  '/graphql',
  '/graphql/stream',
  '/subgraph',
]);

/**
 * Creates a span for each request to a GraphQL endpoint, unless `tracing` is null. The span ends with the
 * response; for an event stream, it ends when the response headers have been sent. Call this before the
 * authentication hook is added, so that spans include authentication.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('span', null);
  if (tracing === null) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers, routeOptions } = request;
    if (GRAPHQL_ROUTES.has(routeOptions.url) && method !== 'OPTIONS') {
      const span = tracing.startRequest({ id, method, route: routeOptions.url ?? '', headers });
      request.span = span;
      // `close` is also emitted if the client disconnects before a response. The span of an event stream has
      // been ended by `sendStreamHead`; ending it again does nothing.
      reply.raw.once('close', () => span.end(reply.raw.headersSent ? reply.raw.statusCode : null));
    }
    done();
  });
}
