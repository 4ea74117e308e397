import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../access/authenticator.ts';
import { ANONYMOUS, type Identity } from '../../access/identity.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import { refused, type ShownError } from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import type { Log } from '../../observability/log.ts';
import type { OperationSpan } from '../../observability/tracing/tracing.ts';
import { OperationContext, type Services } from '../../resolvers/context.ts';
import { OperationRecord, type TransportName } from '../../resolvers/operation-record.ts';
import { HttpError } from '../response/http-error.ts';
import type { GraphOptions } from '../transport.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of the request; set when it arrives. */
    graph: GraphRequest;
  }
}

/** One request, from its arrival to its response: each step adds what the next ones read. */
export class GraphRequest {
  readonly id: string;
  /** When its headers had been read, in milliseconds of the monotonic clock. */
  readonly arrivedAt: number;
  /** Who sent it; anonymous until it is authenticated. */
  identity: Identity = ANONYMOUS;
  /** The OpenTelemetry span of the request; null if it is not traced. */
  span: OperationSpan | null = null;
  /** The context of the operation in it; null if it has none, or as long as it has none. */
  context: OperationContext | null = null;
  /** What the operation has come to; null until it has been answered. */
  outcome: Outcome | null = null;

  constructor(id: string, arrivedAt: number, identity: Identity = ANONYMOUS) {
    this.id = id;
    this.arrivedAt = arrivedAt;
    this.identity = identity;
  }

  /** The context of the operation. Throws if the request has none. */
  requireContext(): OperationContext {
    if (this.context === null) throw new Error('This request has no operation.');
    return this.context;
  }

  /** Sets the outcome of an operation that is not executed. */
  refuse(errors: readonly ShownError[], status?: number): void {
    this.outcome = refused(this.requireContext(), errors, status);
  }

  /** What the log and the metrics will say about the operation in it; null if it has none. */
  get record(): OperationRecord | null {
    return this.context?.record ?? null;
  }

  /** A log whose lines name the request, and its account and viewer, if known. */
  logTo(log: Log): Log {
    return logOf(log, this.id, this.identity);
  }
}

/** Begins the operation in a request: creates its record and the context that resolvers get. */
export function beginOperation(
  graph: GraphRequest,
  transport: TransportName,
  services: Services,
  log: Log,
): OperationContext {
  // The record keeps the functions below. They must not use `graph`: subscriptions would keep it in memory.
  const { id: requestId, identity, arrivedAt, span } = graph;
  const { clock, tiers, upstream } = services;
  const { viewer, credential } = identity;
  const isAuthenticated = () => viewer !== null || upstream.keys.isAccepted(credential);
  const tier = () =>
    viewer?.tier ?? (credential && isAuthenticated() ? tiers.lastKnown(credential) : null);
  const source = {
    requestId,
    transport,
    tier,
    isAuthenticated,
    log: () => logOf(log, requestId, identity),
  };
  const record = new OperationRecord(clock, source, arrivedAt);
  const context = new OperationContext(services, identity, record, undefined, span);
  record.trackUsage(context.usage); // The record reports the upstream requests that `usage` counts.
  graph.context = context;
  return context;
}

function logOf(log: Log, requestId: string, { credential, viewer }: Identity): Log {
  return log.child({
    requestId,
    ...(credential !== null && { account: credential.fingerprint }),
    ...(viewer !== null && { viewer: viewer.id.slice(0, 8) }),
  });
}

/** One abort reason for all requests, since creating an error for each is expensive. */
const CLOSED = new Error('The response is closed.');

/** A signal that aborts when the response has been sent or the client has disconnected. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort(CLOSED);
  const controller = new AbortController();
  raw.once('close', () => controller.abort(CLOSED));
  return controller.signal;
}

/** The routes of all transports, which are traced, and the transport of those where each GET or POST is an operation. */
const ROUTES: ReadonlyMap<string | undefined, TransportName | null> = new Map([
  ['/graphql', 'graphql'],
  ['/subgraph', 'subgraph'],
  ['/graphql/stream', null],
  ['/mcp', null],
]);

/** Recorded for a refused request if nobody has recorded its error. */
const BAD_REQUEST = { extensions: { code: 'BAD_USER_INPUT' } };

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

/**
 * What happens to every request first, whatever its route: it gets its `graph`, a span if it is traced, and its
 * sender's identity. If it is an operation, that begins here, and ends in the log when the response has closed.
 */
export function receiveRequests(
  app: FastifyInstance,
  authenticator: Authenticator,
  operationLog: OperationLog,
  { services, log }: Pick<GraphOptions, 'services' | 'log'>,
): void {
  app.decorateRequest('graph');
  app.addHook('onRequest', (request, reply, done) => {
    request.graph = new GraphRequest(request.id, services.clock.monotonic());
    startSpan(request, reply, services);
    const onIdentified = (identity: Identity) => {
      // The client disconnected while its token was verified. Later hooks would miss the `close` event.
      if (reply.raw.destroyed) return;
      request.graph.identity = identity;
      // Fastify's `onResponse` is not called if the client disconnects before it has the whole response.
      reply.raw.once('close', () => endOperation(request, reply, operationLog));
      const transport = ROUTES.get(request.routeOptions.url);
      if (transport && METHODS.has(request.method)) {
        beginOperation(request.graph, transport, services, log);
      }
      done(authenticator.hasRepeatedCredential(request.raw) ? repeatedCredential() : undefined);
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

function repeatedCredential(): HttpError {
  const message = 'Send one credential: this request has the same header or cookie twice.';
  return HttpError.of(400, 'BAD_USER_INPUT', message);
}

/** The span ends with the response; for an event stream, when its head has been sent. */
function startSpan(request: FastifyRequest, reply: FastifyReply, { tracing }: Services): void {
  const { id, method, headers, routeOptions } = request;
  if (tracing === null || !ROUTES.has(routeOptions.url) || method === 'OPTIONS') return;
  const span = tracing.startRequest({ id, method, route: routeOptions.url ?? '', headers });
  request.graph.span = span;
  // `close` is also emitted if the client disconnects before a response. Ending a span again does nothing.
  reply.raw.once('close', () => span.end(reply.raw.headersSent ? reply.raw.statusCode : null));
}

function endOperation(
  { graph: { record } }: FastifyRequest,
  { statusCode: status, raw }: FastifyReply,
  operationLog: OperationLog,
): void {
  if (record === null || record.outlivesRequest) return; // A subscription, for instance, ends its own record.
  // Nobody knows the error of a request that isn't valid GraphQL over HTTP.
  if (status >= 400 && record.errorCodes.size === 0) record.addErrors([BAD_REQUEST]);
  operationLog.end(record, { status, isAborted: !raw.writableFinished });
}
