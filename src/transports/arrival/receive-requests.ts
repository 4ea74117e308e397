import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../access/identity.ts';
import type { Services } from '../../resolvers/context.ts';
import type { TransportName } from '../../resolvers/operation-record.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { beginOperation, GraphRequest } from './graph-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of the request; set when it arrives. */
    graph: GraphRequest;
  }
}

/** The routes that are traced: all that serve operations. Where each GET or POST is one, with the name of its transport. */
const ROUTES: ReadonlyMap<string | undefined, TransportName | null> = new Map([
  ['/graphql', 'graphql'],
  ['/subgraph', 'subgraph'],
  ['/graphql/stream', null],
  ['/mcp', null],
]);

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

/**
 * What happens to every request first, whatever its route: it gets its `graph`, a span if it is traced, and its
 * sender's identity. If it is an operation, that begins here, and ends in the log when the response has closed.
 */
export function receiveRequests(
  app: FastifyInstance,
  { authenticator, operationLog, services, log }: TransportOptions,
): void {
  app.decorateRequest('graph');
  app.addHook('onRequest', (request, reply, done) => {
    request.graph = new GraphRequest(request.id, services.clock.monotonic());
    startSpan(request, reply, services);
    const onIdentified = (identity: Identity) => {
      // The client disconnected while its token was verified. Later hooks would miss the `close` event.
      if (reply.raw.destroyed) return;
      request.graph.identity = identity;
      awaitEnd(request.graph, reply.raw, operationLog);
      const transport = ROUTES.get(request.routeOptions.url);
      if (transport && METHODS.has(request.method)) {
        beginOperation(request.graph, transport, services, log);
      }
      done();
    };
    const identified = authenticator.identify(request.headers, request.url);
    if (identified instanceof Promise) void identified.then(onIdentified, done);
    else onIdentified(identified);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    request.graph.record?.received(); // The body has been read.
    done();
  });
}

/** Refuses what is wrong whatever the route. Call this once CORS has its hook, so that pages can read what is wrong. */
export function refuseMalformed(app: FastifyInstance, { authenticator }: TransportOptions): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (authenticator.hasRepeatedCredential(raw)) {
      const message = 'Send one credential: this request has the same header or cookie twice.';
      done(HttpError.badRequest(message));
    } else if (raw.url?.includes('#')) {
      done(HttpError.badRequest('A URL is sent without its fragment.'));
    } else if ((raw.headers['content-encoding'] || 'identity').toLowerCase() !== 'identity') {
      const message = 'Send the body uncompressed: no "Content-Encoding" is supported.';
      done(HttpError.of(415, 'BAD_USER_INPUT', message, { 'accept-encoding': 'identity' }));
    } else {
      done();
    }
  });
}

/** The span ends with the response; for an event stream, when its head has been sent. */
function startSpan(request: FastifyRequest, reply: FastifyReply, { tracing }: Services): void {
  const { id, method, headers, routeOptions } = request;
  if (tracing === null || !ROUTES.has(routeOptions.url)) return;
  const span = tracing.startRequest({ id, method, route: routeOptions.url ?? '', headers });
  request.graph.span = span;
  // `close` is also emitted if the client disconnects before a response. Ending a span again does nothing.
  const { raw } = reply;
  raw.on('close', () => span.end(raw.headersSent ? raw.statusCode : null));
}

/** Ends the operation's record when the response closes. Until then, this keeps neither Fastify's request nor its reply. */
function awaitEnd(
  graph: GraphRequest,
  response: ServerResponse,
  operationLog: TransportOptions['operationLog'],
): void {
  // Fastify's `onResponse` is not called if the client disconnects before it has the whole response.
  graph.onClose = () => {
    const { record } = graph;
    // What goes on after the request, such as a router's subscription, ends its own record.
    if (record !== null && !record.outlivesRequest) {
      const { statusCode: status, writableFinished } = response;
      operationLog.end(record, { status, isAborted: !writableFinished });
    }
    graph.closed();
  };
  response.on('close', graph.onClose);
}
