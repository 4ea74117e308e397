import type { FastifyInstance } from 'fastify';
import { guardSdl, guardTiers } from '../../access/tier-directive.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { Documents } from '../../execution/documents/documents.ts';
import { Executor } from '../../execution/executor.ts';
import type { AdmissionControl } from '../../execution/limits/admission-control.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import type { ToolDocuments } from '../../mcp/tool-documents.ts';
import type { Log } from '../../observability/log.ts';
import { eventStreamsCut } from '../../observability/metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import { executableSchema } from '../../resolvers/schema.ts';
import { apolloServer } from '../apollo/apollo-server.ts';
import { ignoreTypeOfEmptyBody } from '../arrival/request-body.ts';
import { Callbacks } from '../callback/callbacks.ts';
import { RequestDocuments, type TrustedDocumentsOptions } from '../documents/request-documents.ts';
import { mcpRoutes } from '../mcp/mcp-endpoint.ts';
import type { UnsentResponses } from '../response/unsent-responses.ts';
import type { StreamPeers } from '../sse/replicas/stream-peers.ts';
import { SingleConnectionTransport } from '../sse/single-connection.ts';
import { SseConnections } from '../sse/sse-connections.ts';
import { GraphiQLPage } from '../yoga/graphiql.ts';
import { yogaServer } from '../yoga/yoga-server.ts';
import { gauges } from './gauges.ts';
import type { GaugeDefinitions } from './metrics-route.ts';
import { operationRoutes } from './operation-routes.ts';
import { schemaRoute } from './plain-schema.ts';

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
  /** Null if there are none. */
  readonly trustedDocuments: TrustedDocumentsOptions | null;
  /** What agents may call and read at `/mcp`; null if that is not served. */
  readonly toolDocuments: ToolDocuments | null;
  /** The address that the server listens on. */
  readonly host: string;
  readonly corsOrigins: readonly string[] | null;
  readonly log: Log;
}

/** What the HTTP listener creates and shares with the transports. */
interface ListenerDependencies {
  /** Limits how many bytes of responses clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
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
  /** Ends subscriptions of routers over the HTTP callback protocol, and notifies the routers. */
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
  const { services, introspection } = options;
  const { clock, live } = services;
  const connections = new SseConnections(clock, live.limits.unreadBytes);
  const transportOptions = { ...options, connections, ...executionOf(options) };
  const streams = new SingleConnectionTransport(transportOptions);
  const callbacks = new Callbacks({
    ...transportOptions,
    clock,
    subscriptionsMax: live.limits.callbacks,
  });
  const apollo = await apolloServer(transportOptions, callbacks);
  operationRoutes(app, {
    ...transportOptions,
    clock,
    clients: yogaServer(transportOptions),
    routers: apollo.serve,
    graphiql: introspection ? new GraphiQLPage(options.exampleHeaders) : null,
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'],
    url: '/graphql/stream',
    onRequest: ignoreTypeOfEmptyBody,
    handler: streams.handle,
  });
  if (introspection) schemaRoute(app, transportOptions.schema);
  if (options.toolDocuments !== null) {
    const own = options.trustedDocuments?.documents.tools ?? [];
    mcpRoutes(app, {
      ...transportOptions,
      ...options.toolDocuments.for(transportOptions.schema, own),
    });
  }
  return {
    gauges: gauges({ ...transportOptions, streams }),
    endStreams() {
      streams.stop();
      connections.close();
    },
    endCallbackSubscriptions: () => callbacks.close(),
    disconnectSubscribers() {
      eventStreamsCut.inc({ reason: 'redis' }, connections.size);
      connections.endAll('redis');
      void callbacks.endAll(redisUnreachable(), 'redis');
    },
    stop: () => apollo.stop(),
  };
}

/** What executes the operations of all transports. */
function executionOf({ services, introspection, admission, trustedDocuments }: GraphOptions) {
  const guarded = guardTiers(executableSchema());
  const schema = introspection ? guarded : guardSdl(guarded);
  const trusted = trustedDocuments?.documents ?? null;
  const documents = new Documents(schema, { introspection, trusted });
  const { scheduler } = services;
  return {
    schema,
    documents,
    executor: new Executor({ schema, documents, introspection, admission, scheduler }),
    requestDocuments: new RequestDocuments(trustedDocuments, services),
  };
}

function redisUnreachable(): OddsgraphError {
  const message =
    'This server cannot reach the other replicas. Subscribe again to be served by them.';
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', message);
}
