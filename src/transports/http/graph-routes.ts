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
import { RepeatedRequests } from '../caching/repeated-requests.ts';
import { HttpError } from '../http-error.ts';
import type { RequestRecords } from '../request-records.ts';
import { keepUncached } from '../response-headers.ts';
import type { StreamPeers } from '../sse/replicas/stream-peers.ts';
import { SingleConnectionTransport } from '../sse/single-connection.ts';
import { SseConnections } from '../sse/sse-connections.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { yogaTransport } from '../yoga/yoga-transport.ts';
import { gauges } from './gauges.ts';
import type { Readings } from './metrics-route.ts';
import { schemaRoute } from './plain-schema.ts';
import { ignoreTypeOfEmptyBody } from './request-body.ts';
import type { TrustedDocumentsOptions } from './resolve-trusted-documents.ts';

export interface GraphOptions {
  readonly services: Services;
  readonly admission: AdmissionControl;
  readonly introspection: boolean;
  readonly exampleHeaders: Readonly<Record<string, string>>;
  /** Hosts that subscriptions over the HTTP callback protocol may call. */
  readonly callbackHosts: readonly string[];
  /** Finds the event streams that other replicas hold; null in a process on its own. */
  readonly peers: StreamPeers | null;
  /** Null if no documents are published. */
  readonly trustedDocuments: TrustedDocumentsOptions | null;
  readonly log: Log;
}

/** What the listener shares with the transports. */
interface ListenerParts {
  readonly unsent: UnsentResponses;
  readonly records: RequestRecords;
  readonly operationLog: OperationLog;
}

interface GraphRoutes {
  /** The gauges for `/metrics`. */
  readonly readings: Readings;
  /**
   * Ends event streams, and new ones as soon as they have begun, so that clients reconnect to another
   * process.
   */
  endStreams(): void;
  /** Ends the subscriptions of routers and notifies them. */
  endCallbacks(): Promise<void>;
  /** Ends all event streams and routers' subscriptions, so that they come back to a better replica. */
  disconnectSubscribers(): void;
  stop(): Promise<void>;
}

/** Adds the routes of all transports, which share one schema and one executor. */
export async function graphRoutes(
  app: FastifyInstance,
  options: GraphOptions & ListenerParts,
): Promise<GraphRoutes> {
  const { services, introspection, admission, unsent, trustedDocuments } = options;
  const schema = guardTiers(executableSchema());
  const documentCache = new DocumentCache();
  const documents = new Documents(schema, documentCache, introspection);
  const { scheduler } = services;
  const executor = new Executor({
    schema,
    documents: documentCache,
    introspection,
    admission,
    scheduler,
    titles: new OperationTitles(trustedDocuments?.documents ?? null),
  });
  const connections = new SseConnections(services.clock);
  const repeats = new RepeatedRequests(app, { services, executor, unsent });
  const transport = {
    ...options,
    schema,
    executor,
    documents,
    documentCache,
    connections,
    unsent,
    repeats,
  };
  const streams = new SingleConnectionTransport(transport);
  const subgraph = await apolloTransport(transport);
  addRoutes(app, { yoga: yogaTransport(transport), streams, subgraph });
  if (introspection) schemaRoute(app, schema);
  return {
    readings: gauges({ services, executor, documentCache, unsent, repeats, streams, admission }),
    endStreams() {
      streams.stop();
      connections.close();
    },
    endCallbacks: () => subgraph.callbacks.close(),
    disconnectSubscribers() {
      eventStreamsCut.inc({ reason: 'redis' }, connections.size);
      connections.endAll('redis');
      void subgraph.callbacks.endAll(cutOff(), 'redis');
    },
    stop: () => subgraph.stop(),
  };
}

function cutOff(): OddsgraphError {
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
}

/** Routers that are configured for subscriptions over WebSocket send a GET. */
function refuseGetOfRouter(): never {
  const message = 'Routers send operations to /subgraph by POST; clients use /graphql.';
  throw HttpError.of(405, 'BAD_USER_INPUT', message, { allow: 'POST' });
}
