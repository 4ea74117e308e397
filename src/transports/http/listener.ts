import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { BoardPage } from '../../board/board-page.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { Documents } from '../../execution/documents/documents.ts';
import { Executor } from '../../execution/executor.ts';
import { OperationLog } from '../../execution/operation-log.ts';
import { metrics } from '../../observability/metrics.ts';
import { executableSchema } from '../../resolvers/schema.ts';
import { apolloServer } from '../apollo/apollo-server.ts';
import type { GraphQLServer } from '../arrival/answer-request.ts';
import { Callbacks } from '../callback/callbacks.ts';
import { RequestDocuments } from '../documents/request-documents.ts';
import { mcpRoutes } from '../mcp/mcp-endpoint.ts';
import { ByteLedger } from '../response/byte-ledger.ts';
import { UnsentResponses } from '../response/unsent-responses.ts';
import { EventStreams } from '../sse/event-streams.ts';
import { streamRoute } from '../sse/single-connection.ts';
import { SseConnections } from '../sse/sse-connections.ts';
import type { GraphOptions, TransportOptions } from '../transport.ts';
import { yogaServer } from '../yoga/yoga-server.ts';
import { boardRoutes } from './board-routes.ts';
import { gauges } from './gauges.ts';
import { type Health, healthRoutes } from './health.ts';
import { createHttpServer } from './http-server.ts';
import { metricsRoute } from './metrics-route.ts';
import { operationRoutes } from './operation-routes.ts';
import { printPlain, schemaRoute } from './plain-schema.ts';

/** Options of the HTTP server and its endpoints. */
interface ListenerOptions extends GraphOptions {
  readonly port: number;
  /** The web page that shows live odds; null if it is not served. */
  readonly board: BoardPage | null;
}

/** The running HTTP server. */
export interface Listener {
  /** The address it listens on, for instance `http://127.0.0.1:4000`. */
  readonly url: string;
  /**
   * Ends all event streams and routers' subscriptions, so that clients subscribe again at a healthy replica. Called when
   * this one cannot reach Redis, and with it the other replicas.
   */
  disconnectSubscribers(): void;
  /** Makes the readiness probe fail, for load balancers that ask before `stop`. Requests are still answered. */
  announceStop(): void;
  /** Stops accepting requests, and resolves when those in progress are answered or time out. */
  stop(): Promise<void>;
}

/** How long requests in progress may take when the server stops. */
const DRAIN_MS = 12_000;

/** Starts the HTTP server with the GraphQL endpoints, the web page and the routes for health and metrics. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, services } = options;
  const health: Health = { isStopping: false };
  const shared = openGraph(options);
  const { connections, unsentResponses } = shared;
  const app = await createHttpServer(shared);
  const closeUnused = watchConnections(app.server);
  const callbacks = new Callbacks(shared);
  const apollo = await apolloServer(shared, callbacks);
  graphRoutes(app, apollo.serve, shared);
  healthRoutes(app, health, services);
  metricsRoute(app, gauges(shared));
  if (options.board !== null) boardRoutes(app, options.board);
  // Closing an HTTP server closes connections that Node regards as idle, even if bytes of an ended response are unsent.
  const close = async () => {
    NetServer.prototype.close.call(app.server); // Only stops listening.
    closeUnused();
    await unsentResponses.allSent();
    await app.close();
  };
  const stop = async () => {
    health.isStopping = true;
    connections.close(); // Ends each new event stream, too, as soon as it is open.
    services.live.refuseSubscribers(); // Those that wait for upstream might wait longer than the deadline.
    const deadline = services.clock.after(DRAIN_MS, () => app.server.closeAllConnections());
    await Promise.all([callbacks.close(), close()]);
    deadline.cancel();
    unsentResponses.stop();
    await apollo.stop();
  };
  // For each further address of `localhost`, Fastify would open a server that a stop does not know.
  const listening = app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  await listening.catch(async (error) => {
    await stop();
    throw error;
  });
  const address = app.server.address() as AddressInfo; // It is a string only for Unix sockets.
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    disconnectSubscribers() {
      metrics.event_streams_cut_total.inc({ reason: 'redis' }, connections.size);
      connections.endAll('redis');
      void callbacks.endAll(redisUnreachable(), 'redis');
    },
    announceStop() {
      health.isStopping = true;
    },
    stop,
  };
}

/** Creates what all transports share: one schema and one executor, one log of operations, and the bounds on memory. */
function openGraph(given: GraphOptions): TransportOptions {
  const { services, admission, trustedDocuments } = given;
  const { clock, introspection, live, scheduler, upstream } = services;
  const schema = executableSchema();
  const trusted = trustedDocuments.documents;
  let plainSchema: string | undefined;
  const documents = new Documents(schema, { introspection, trusted });
  return {
    ...given,
    schema,
    // Printed once, when somebody asks for it, since that takes time.
    plainSchema: () => (plainSchema ??= printPlain(schema)),
    documents,
    executor: new Executor({ schema, documents, admission, scheduler }),
    operationLog: new OperationLog(given.slowMs),
    requestDocuments: new RequestDocuments(trustedDocuments, services),
    connections: new SseConnections(clock, live.limits.unreadBytes),
    operationBytes: new ByteLedger(),
    unsentResponses: new UnsentResponses(clock, upstream.keys),
  };
}

/** Adds the routes of the GraphQL endpoints. `routers` is the server at `/subgraph`. */
function graphRoutes(app: FastifyInstance, routers: GraphQLServer, options: TransportOptions) {
  const { services, trustedDocuments, toolDocuments } = options;
  operationRoutes(app, { clients: yogaServer(options), routers }, options);
  streamRoute(app, new EventStreams(options), options);
  if (services.introspection) schemaRoute(app, options.plainSchema);
  if (toolDocuments === null) return;
  const own = trustedDocuments.documents.tools;
  mcpRoutes(app, { ...options, ...toolDocuments.for(options.schema, own) });
}

function redisUnreachable(): OddsgraphError {
  const message =
    'This server cannot reach the other replicas. Subscribe again to be served by them.';
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', message);
}

/**
 * Node does not count connections as idle on which nothing has arrived yet, for instance those that browsers open in
 * advance, so they would delay the stop of the server. The returned function closes them.
 */
function watchConnections(server: Server): () => void {
  const connections = new Set<Socket>();
  /** One for all, since each stays as long as its connection. */
  function onClose(this: Socket): void {
    connections.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', onClose);
  });
  return () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
}
