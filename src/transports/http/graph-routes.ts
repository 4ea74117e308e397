import type { FastifyInstance } from 'fastify';
import { guardTiers } from '../../access/tier-directive.ts';
import { OddsgraphError } from '../../errors.ts';
import { DocumentCache } from '../../execution/documents/document-cache.ts';
import { Documents } from '../../execution/documents/documents.ts';
import { OperationTitles } from '../../execution/documents/operation-titles.ts';
import { Executor } from '../../execution/executor.ts';
import type { AdmissionControl } from '../../execution/limits/admission-control.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import type { Log } from '../../log.ts';
import { eventStreamsCut } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import { executableSchema } from '../../resolvers/schema.ts';
import { apolloTransport } from '../apollo/apollo-transport.ts';
import { RequestCache } from '../caching/request-cache.ts';
import { HttpError } from '../http-error.ts';
import type { RequestRecords } from '../request-records.ts';
import { forceNoStore } from '../response-headers.ts';
import type { StreamPeers } from '../sse/replicas/stream-peers.ts';
import { SingleConnectionTransport } from '../sse/single-connection.ts';
import { SseConnections } from '../sse/sse-connections.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { yogaTransport } from '../yoga/yoga-transport.ts';
import { gauges } from './gauges.ts';
import type { GaugeDefinitions } from './metrics-route.ts';
import { schemaRoute } from './plain-schema.ts';
import { ignoreTypeOfEmptyBody } from './request-body.ts';
import type { TrustedDocumentsOptions } from './resolve-trusted-documents.ts';

/** Options of the GraphQL endpoints. */
export interface GraphOptions {
  readonly services: Services;
  /** Bounds how much is executed at a time. */
  readonly admission: AdmissionControl;
  readonly introspection: boolean;
  /** The request headers that are filled in when GraphiQL opens. */
  readonly exampleHeaders: Readonly<Record<string, string>>;
  /** Hosts that subscriptions over the HTTP callback protocol may call. */
  readonly callbackHosts: readonly string[];
  /** Finds the event streams that other replicas hold; null without Redis. */
  readonly peers: StreamPeers | null;
  /** The documents that the operator has published for its frontends; null if there are none. */
  readonly trustedDocuments: TrustedDocumentsOptions | null;
  readonly log: Log;
}

/** What the HTTP listener creates and shares with the transports. */
interface ListenerDependencies {
  /** Limits how many bytes of responses clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
  /** Creates the record of the operation in each request, for log and metrics. */
  readonly records: RequestRecords;
  readonly operationLog: OperationLog;
}

/** How the HTTP listener controls the GraphQL endpoints. */
interface GraphRoutes {
  /** The gauges for `/metrics`. */
  readonly gauges: GaugeDefinitions;
  /**
   * Ends all event streams, and from then on each new one as soon as it is open, so that clients reconnect
   * to another process.
   */
  endStreams(): void;
  /** Ends subscriptions of routers (federation gateways) over the HTTP callback protocol, and notifies the routers. */
  endCallbackSubscriptions(): Promise<void>;
  /**
   * Called when this replica cannot reach Redis. Ends all event streams and routers' subscriptions, so that
   * clients subscribe again at a healthy replica.
   */
  disconnectSubscribers(): void;
  /** Stops Apollo Server. */
  stop(): Promise<void>;
}

/** Adds the routes of the GraphQL endpoints. Their transports share one schema and one executor. */
export async function graphRoutes(
  app: FastifyInstance,
  options: GraphOptions & ListenerDependencies,
): Promise<GraphRoutes> {
  const { services, introspection, admission, unsentResponses, trustedDocuments } = options;
  const schema = guardTiers(executableSchema());
  const documentCache = new DocumentCache();
  // Parses and validates documents, and adds the valid ones to the cache.
  const documents = new Documents(schema, documentCache, introspection);
  const { scheduler } = services;
  const executor = new Executor({
    schema,
    documents: documentCache,
    introspection,
    admission,
    scheduler,
    // What operations are called in the log and in metrics.
    titles: new OperationTitles(trustedDocuments?.documents ?? null),
  });
  const connections = new SseConnections(services.clock, services.live.limits.unreadBytes);
  const requestCache = new RequestCache(app, { services, executor, unsentResponses });
  const transportOptions = {
    ...options,
    schema,
    executor,
    documents,
    documentCache,
    connections,
    unsentResponses,
    requestCache,
  };
  const streams = new SingleConnectionTransport(transportOptions);
  const subgraph = await apolloTransport(transportOptions);
  addRoutes(app, { yoga: yogaTransport(transportOptions), streams, subgraph });
  if (introspection) schemaRoute(app, schema);
  return {
    gauges: gauges({
      services,
      executor,
      documentCache,
      unsentResponses,
      requestCache,
      streams,
      admission,
    }),
    endStreams() {
      streams.stop();
      connections.close();
    },
    endCallbackSubscriptions: () => subgraph.callbacks.close(),
    disconnectSubscribers() {
      eventStreamsCut.inc({ reason: 'redis' }, connections.size);
      connections.endAll('redis');
      void subgraph.callbacks.endAll(redisUnreachable(), 'redis');
    },
    stop: () => subgraph.stop(),
  };
}

function redisUnreachable(): OddsgraphError {
  const message =
    'This server cannot reach the other replicas. Subscribe again to be served by them.';
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', message);
}

interface Transports {
  readonly yoga: ReturnType<typeof yogaTransport>;
  readonly streams: SingleConnectionTransport;
  readonly subgraph: Awaited<ReturnType<typeof apolloTransport>>;
}

function addRoutes(app: FastifyInstance, { yoga, streams, subgraph }: Transports): void {
  app.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/graphql', ...yoga });
  app.route({ method: ['PUT', 'DELETE', 'PATCH'], url: '/graphql', handler: refuseMethod });
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'],
    url: '/graphql/stream',
    onRequest: ignoreTypeOfEmptyBody,
    handler: streams.handle,
  });
  app.route({
    method: ['POST', 'OPTIONS'],
    url: '/subgraph',
    onSend: forceNoStore,
    ...subgraph.route,
  });
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'],
    url: '/subgraph',
    handler: refuseMethodOfRouter,
  });
}

function refuseMethod(): never {
  const message = 'Operations are sent to /graphql by GET or POST.';
  throw HttpError.of(405, 'BAD_USER_INPUT', message, { allow: 'GET, POST' });
}

/** Routers that are configured for subscriptions over WebSocket send a GET. */
function refuseMethodOfRouter(): never {
  const message = 'Routers send operations to /subgraph by POST; clients use /graphql.';
  throw HttpError.of(405, 'BAD_USER_INPUT', message, { allow: 'POST' });
}
