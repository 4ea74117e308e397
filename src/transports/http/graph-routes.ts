import type { FastifyInstance } from 'fastify';
import { OddsgraphError } from '../../errors/errors.ts';
import { eventStreamsCut } from '../../observability/metrics.ts';
import { apolloServer } from '../apollo/apollo-server.ts';
import { Callbacks } from '../callback/callbacks.ts';
import { mcpRoutes } from '../mcp/mcp-endpoint.ts';
import { EventStreams } from '../sse/event-streams.ts';
import { streamRoute } from '../sse/single-connection.ts';
import type { TransportOptions } from '../transport.ts';
import { yogaServer } from '../yoga/yoga-server.ts';
import { gauges } from './gauges.ts';
import type { GaugeDefinitions } from './metrics-route.ts';
import { operationRoutes } from './operation-routes.ts';
import { schemaRoute } from './plain-schema.ts';

/** How the HTTP listener controls the GraphQL endpoints. */
interface GraphRoutes {
  /** The gauges for `/metrics`. */
  readonly gauges: GaugeDefinitions;
  /**
   * Ends all event streams, and from then on each new one as soon as it is open, so that clients reconnect to another
   * process; and the subscriptions of routers over the HTTP callback protocol, which are notified.
   */
  endSubscriptions(): Promise<void>;
  /**
   * Called when this replica cannot reach Redis. Ends all event streams and routers' subscriptions, so that
   * clients subscribe again at a healthy replica.
   */
  disconnectSubscribers(): void;
  /** Stops Apollo Server. */
  stop(): Promise<void>;
}

/** Adds the routes of the GraphQL endpoints. */
export async function graphRoutes(
  app: FastifyInstance,
  options: TransportOptions,
): Promise<GraphRoutes> {
  const { connections, services, trustedDocuments, toolDocuments } = options;
  const streams = new EventStreams(options);
  const callbacks = new Callbacks(options);
  const apollo = await apolloServer(options, callbacks);
  operationRoutes(app, { clients: yogaServer(options), routers: apollo.serve }, options);
  streamRoute(app, streams, options);
  if (services.introspection) schemaRoute(app, options.plainSchema);
  if (toolDocuments !== null) {
    const own = trustedDocuments?.documents.tools ?? [];
    mcpRoutes(app, { ...options, ...toolDocuments.for(options.schema, own) });
  }
  return {
    gauges: gauges(options),
    endSubscriptions() {
      connections.close();
      return callbacks.close();
    },
    disconnectSubscribers() {
      eventStreamsCut.inc({ reason: 'redis' }, connections.size);
      connections.endAll('redis');
      void callbacks.endAll(redisUnreachable(), 'redis');
    },
    stop: () => apollo.stop(),
  };
}

function redisUnreachable(): OddsgraphError {
  const message =
    'This server cannot reach the other replicas. Subscribe again to be served by them.';
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', message);
}
