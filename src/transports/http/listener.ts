import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { BoardPage } from '../../board/board-page.ts';
import { openGraph } from '../open-graph.ts';
import type { GraphOptions } from '../transport.ts';
import { boardRoutes } from './board-routes.ts';
import { graphRoutes } from './graph-routes.ts';
import { type Health, healthRoutes } from './health.ts';
import { createHttpServer } from './http-server.ts';
import { metricsRoute } from './metrics-route.ts';

/** Options of the HTTP server and its endpoints. */
export interface ListenerOptions extends GraphOptions {
  readonly port: number;
  /** The web page that shows live odds; null if it is not served. */
  readonly board: BoardPage | null;
}

/** The running HTTP server. */
export interface Listener {
  /** The address it listens on, for instance `http://127.0.0.1:4000`. */
  readonly url: string;
  /**
   * Ends all subscriptions, so that clients reconnect to a healthy replica. Called when this one cannot
   * reach Redis, and with it the other replicas.
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
  const health: Health = { isStopping: false, isDraining: false };
  const shared = openGraph(options);
  const { unsentResponses } = shared;
  const app = await createHttpServer(shared, health);
  const closeUnused = watchConnections(app.server);
  const graph = await graphRoutes(app, shared);
  healthRoutes(app, health, services);
  metricsRoute(app, graph.gauges);
  if (options.board !== null) boardRoutes(app, options.board);
  // For each further address of `localhost`, Fastify would open a server that a stop does not know.
  await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  const address = app.server.address() as AddressInfo; // It is a string only for Unix sockets.
  // Closing an HTTP server closes connections that Node regards as idle, even if bytes of an ended response are unsent.
  const close = async () => {
    NetServer.prototype.close.call(app.server); // Only stops listening.
    closeUnused();
    await unsentResponses.allSent();
    await app.close();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    disconnectSubscribers: () => graph.disconnectSubscribers(),
    announceStop() {
      health.isStopping = true;
    },
    async stop() {
      health.isStopping = true;
      health.isDraining = true;
      const subscriptionsEnded = graph.endSubscriptions();
      const deadline = services.clock.after(DRAIN_MS, () => app.server.closeAllConnections());
      await Promise.all([subscriptionsEnded, close()]);
      deadline.cancel();
      unsentResponses.stop();
      await graph.stop();
    },
  };
}

/**
 * Node does not count connections as idle on which nothing has arrived yet, for instance those that browsers open in
 * advance, so they would delay the stop of the server. The returned function closes them.
 */
function watchConnections(server: Server): () => void {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
}
