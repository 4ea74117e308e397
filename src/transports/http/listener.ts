import type { AddressInfo } from 'node:net';
import cors from '@fastify/cors';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestAsyncHookHandler,
} from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { credentialOf } from '../../access/request-credential.ts';
import { guardTiers } from '../../access/tier-directive.ts';
import { OddsgraphError } from '../../errors.ts';
import type { AdmissionControl } from '../../execution/admission-control.ts';
import { DocumentCache } from '../../execution/document-cache.ts';
import { Documents } from '../../execution/documents.ts';
import { Executor } from '../../execution/executor.ts';
import { exceeds, LIMITS } from '../../execution/limits.ts';
import type { Log } from '../../log.ts';
import { countError } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import { executableSchema } from '../../resolvers/schema.ts';
import { apolloTransport } from '../apollo/apollo-transport.ts';
import { HttpError } from '../http-error.ts';
import { requestLog } from '../request-context.ts';
import {
  addResponseHeaders,
  keepUncached,
  REQUEST_ID,
  requestIdOf,
  setResponseHeaders,
} from '../response-headers.ts';
import { SingleConnectionTransport } from '../sse/single-connection.ts';
import { SseConnections } from '../sse/sse-connections.ts';
import { UnsentResponses } from '../unsent-responses.ts';
import { yogaTransport } from '../yoga/yoga-transport.ts';
import { type Health, healthRoutes } from './health.ts';
import { metricsRoute } from './metrics-route.ts';
import { handlePipelinedInTurn } from './pipelining.ts';
import { plainSchema } from './plain-schema.ts';
import { SilentConnections } from './silent-connections.ts';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly services: Services;
  readonly admission: AdmissionControl;
  readonly introspection: boolean;
  readonly exampleKey: string;
  /** Hosts that subscriptions over the HTTP callback protocol may call. */
  readonly callbackHosts: readonly string[];
  readonly log: Log;
}

export interface Listener {
  /** Where it listens, for instance `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Stops taking requests, answers those under way if it does not take too long, then resolves. */
  stop(): Promise<void>;
}

/** The largest request body, in bytes. */
const BODY_BYTES_MAX = 2 ** 20;

/** How long a request may take to come in, and what is under way when the server stops. */
const REQUEST_MS = 60_000;
const DRAIN_MS = 12_000;

/** What pages of other origins may do. */
const CORS_METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Opens both transports and the operators' routes on one HTTP listener. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, services, log } = options;
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) => {
      setResponseHeaders(request, reply);
      presentRequestError(unreadable(), request, reply, log);
    },
  });
  addResponseHeaders(app);
  refuseUnreadableHost(app);
  const health: Health = { isDraining: false };
  closeConnectionsWhileDraining(app, health);
  handlePipelinedInTurn(app);
  const unsent = new UnsentResponses(services.clock, (request) => peerOf(request, services));
  app.addHook('onSend', unsent.onSend);
  const silent = new SilentConnections(app.server);
  refuseSimpleContentTypes(app);
  readParameters(app);
  app.setErrorHandler<RequestError>((error, request, reply) =>
    presentRequestError(error, request, reply, log),
  );
  presentNotFound(app);
  await app.register(cors, {
    origin: '*',
    methods: CORS_METHODS,
    exposedHeaders: [REQUEST_ID],
    maxAge: 86_400,
  });
  const schema = guardTiers(executableSchema());
  const { introspection, admission } = options;
  const { scheduler } = services;
  const documentCache = new DocumentCache();
  const executor = new Executor({
    schema,
    documents: documentCache,
    introspection,
    admission,
    scheduler,
  });
  const documents = new Documents(schema, documentCache, introspection);
  const connections = new SseConnections(services.clock);
  const transport = { ...options, schema, executor, documents, documentCache, connections, unsent };
  const streams = new SingleConnectionTransport(transport);
  const subgraph = await apolloTransport(transport);
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/graphql',
    handler: yogaTransport(transport),
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'],
    url: '/graphql/stream',
    onRequest: forgetTypeOfNothing,
    handler: streams.handle,
  });
  app.route({
    method: ['POST', 'OPTIONS'],
    url: '/subgraph',
    onSend: keepUncached,
    ...subgraph.route,
  });
  app.route({ method: ['GET', 'HEAD'], url: '/subgraph', handler: refuseGetOfRouter });
  if (options.introspection) schemaRoute(app, schema);
  healthRoutes(app, health, services);
  const { upstream, live } = services;
  metricsRoute(app, {
    upstream_answer_characters: () => upstream.client.heldCharacters,
    answer_bytes: () => executor.heldBytes,
    unsent_response_bytes: () => unsent.bytes,
    stream_operation_bytes: () => streams.heldBytes,
    document_bytes: () => documentCache.bytes,
    compiled_bytes: () => executor.compiledBytes,
    frame_rows: () => live.cachedRows,
    executing_values: () => admission.values,
    waiting_operations: () => admission.waiting,
    scheduled_pieces: () => scheduler.size,
  });
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo; // A TCP listener has no other kind.
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async stop() {
      health.isDraining = true;
      streams.stop();
      connections.close();
      silent.close();
      const late = services.clock.after(DRAIN_MS, () => app.server.closeAllConnections());
      await Promise.all([subgraph.endSubscriptions(), app.close()]);
      late.cancel();
      unsent.stop();
      await subgraph.stop();
    },
  };
}

/**
 * Which account an answer counts to. Behind a proxy all clients have one address, so callers without
 * a known key count together; those of one path leave room for those of another, such as `/metrics`.
 */
function peerOf({ headers, url, routeOptions }: FastifyRequest, { upstream }: Services): string {
  const credential = credentialOf(headers, url);
  const isKnown = upstream.client.keys.isAccepted(credential);
  return credential !== null && isKnown ? credential.hash : `unknown ${routeOptions.url}`;
}

/** A client keeps its connection for a next request: while draining it is closed after the answer. */
function closeConnectionsWhileDraining(app: FastifyInstance, health: Health): void {
  app.addHook('onResponse', async () => {
    if (health.isDraining) app.server.closeIdleConnections();
  });
}

/**
 * CSRF: a page of another origin can send `text/plain` and forms without asking, so neither is read;
 * a JSON body makes the browser ask first. Keys are no cookies, so reads by GET need no more.
 */
function refuseSimpleContentTypes(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}

/** Clients name the type of a body where they send none, too. */
const forgetTypeOfNothing: onRequestAsyncHookHandler = async ({ raw: { headers } }) => {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) delete headers['content-type'];
};

/** The parameters of a request. All others are reserved, and reach neither transport. */
const PARAMETERS = ['query', 'operationName', 'variables', 'extensions'] as const;

/** Documents are held by their text, parsed or not: none may be long enough to fill the memory. */
function readParameters(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const given = new Map<string, unknown>(Object.entries(body));
    const query = given.get('query');
    if (typeof query === 'string' && query.length > LIMITS.characters) {
      throw exceeds('characters', query.length);
    }
    const known = PARAMETERS.filter((name) => given.has(name));
    request.body = Object.fromEntries(known.map((name) => [name, given.get(name)]));
  });
}

/** Whoever set up a router for subscriptions over a WebSocket comes here, too. */
function refuseGetOfRouter(): never {
  const message = 'Routers send operations to /subgraph by POST; clients use /graphql.';
  throw HttpError.of(405, 'BAD_USER_INPUT', message, { allow: 'POST' });
}

/** For tools that read SDL. Where the schema may not be asked for there is nothing here. */
function schemaRoute(app: FastifyInstance, schema: GraphQLSchema): void {
  const text = plainSchema(schema);
  app.get('/graphql/schema.graphql', (_request, reply) => {
    reply.type('text/plain; charset=utf-8').send(text);
  });
}

/** Addresses are put together from it, and the error of one that cannot be would hold its query. */
function refuseUnreadableHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers: { host } }) => {
    if (host && !URL.canParse(`http://${host}`)) throw unreadable('The "Host" header');
  });
}

/** Not in Fastify's words: they repeat the address, which may hold a key. */
function unreadable(what = 'The address'): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', `${what} cannot be read.`);
}

type RequestError = FastifyError | OddsgraphError | HttpError;

/** What is wrong with a request before GraphQL sees it is told in GraphQL's own form. */
function presentRequestError(
  error: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): void {
  const status = statusOf(error);
  if (status < 500) requestLog(log, request).debug({ status }, 'request refused');
  if (error instanceof HttpError) {
    reply.status(status).headers(error.headers).send({ errors: error.errors });
    return;
  }
  if (error instanceof OddsgraphError) {
    countError(error.extensions);
    reply.status(status).send({ errors: [error] });
    return;
  }
  if (status >= 500) requestLog(log, request).error({ err: error }, 'unexpected error');
  const shown =
    status < 500
      ? { message: error.message, extensions: { code: 'BAD_USER_INPUT' } }
      : { message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  countError(shown.extensions);
  reply.status(status).send({ errors: [shown] });
}

function statusOf(error: RequestError): number {
  if (error instanceof HttpError) return error.status;
  return error instanceof OddsgraphError ? 400 : (error.statusCode ?? 500);
}

function presentNotFound(app: FastifyInstance): void {
  const message = 'There is nothing here: the graph is at /graphql.';
  app.setNotFoundHandler(() => {
    throw HttpError.of(404, 'NOT_FOUND', message);
  });
}
