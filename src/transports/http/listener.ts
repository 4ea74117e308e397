import type { AddressInfo } from 'node:net';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Authenticator } from '../../access/authenticator.ts';
import { guardTiers } from '../../access/tier-directive.ts';
import { DocumentCache } from '../../execution/documents/document-cache.ts';
import { Documents } from '../../execution/documents/documents.ts';
import { Executor } from '../../execution/executor.ts';
import type { AdmissionControl } from '../../execution/limits/admission-control.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../resolvers/context.ts';
import { executableSchema } from '../../resolvers/schema.ts';
import { apolloTransport } from '../apollo/apollo-transport.ts';
import { HttpError } from '../http-error.ts';
import { authenticateRequests, identityOf } from '../request-identity.ts';
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
import { gauges } from './gauges.ts';
import { type Health, healthRoutes } from './health.ts';
import { metricsRoute } from './metrics-route.ts';
import { handlePipelinedInTurn } from './pipelining.ts';
import { plainSchema } from './plain-schema.ts';
import { ignoreTypeOfEmptyBody, readParameters, refuseSimpleContentTypes } from './request-body.ts';
import {
  handleUnknownPaths,
  type RequestError,
  refuseUnreadableHost,
  sendRequestError,
  unreadable,
} from './request-errors.ts';
import { SilentConnections } from './silent-connections.ts';
import { resolveTrustedDocuments, type TrustedDocumentsOptions } from './trusted-documents.ts';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly services: Services;
  readonly admission: AdmissionControl;
  readonly authenticator: Authenticator;
  /** Null if no documents are published. */
  readonly trustedDocuments: TrustedDocumentsOptions | null;
  /** Origins whose pages may call, with credentials; null for any, without. */
  readonly corsOrigins: readonly string[] | null;
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

/** Opens all transports and the operators' routes on one HTTP listener. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, services, log } = options;
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) => {
      setResponseHeaders(request, reply);
      sendRequestError(unreadable(), request, reply, log);
    },
  });
  addResponseHeaders(app);
  authenticateRequests(app, options.authenticator);
  refuseUnreadableHost(app);
  const health: Health = { isDraining: false };
  closeConnectionsWhileDraining(app, health);
  handlePipelinedInTurn(app);
  const unsent = new UnsentResponses(services.clock, (request) => peerOf(request, services));
  app.addHook('onSend', unsent.onSend);
  const silent = new SilentConnections(app.server);
  refuseSimpleContentTypes(app);
  if (options.trustedDocuments !== null) resolveTrustedDocuments(app, options.trustedDocuments);
  readParameters(app);
  app.setErrorHandler<RequestError>((error, request, reply) =>
    sendRequestError(error, request, reply, log),
  );
  handleUnknownPaths(app);
  await app.register(cors, {
    origin: options.corsOrigins === null ? '*' : [...options.corsOrigins],
    credentials: options.corsOrigins !== null,
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
    onRequest: ignoreTypeOfEmptyBody,
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
  metricsRoute(app, gauges({ services, executor, documentCache, unsent, streams, admission }));
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
function peerOf(request: FastifyRequest, { upstream }: Services): string {
  const { credential, viewer } = identityOf(request);
  if (viewer !== null) return viewer.id;
  const isKnown = upstream.client.keys.isAccepted(credential);
  return credential !== null && isKnown ? credential.hash : `unknown ${request.routeOptions.url}`;
}

/** Clients keep connections open for their next request. While draining they are closed after the answer. */
function closeConnectionsWhileDraining(app: FastifyInstance, health: Health): void {
  app.addHook('onResponse', async () => {
    if (health.isDraining) app.server.closeIdleConnections();
  });
}

/** Routers that are set up for subscriptions over a WebSocket come here as well. */
function refuseGetOfRouter(): never {
  const message = 'Routers send operations to /subgraph by POST; clients use /graphql.';
  throw HttpError.of(405, 'BAD_USER_INPUT', message, { allow: 'POST' });
}

/** For tools that read SDL, if introspection is on. */
function schemaRoute(app: FastifyInstance, schema: GraphQLSchema): void {
  const text = plainSchema(schema);
  app.get('/graphql/schema.graphql', (_request, reply) => {
    reply.type('text/plain; charset=utf-8').send(text);
  });
}
