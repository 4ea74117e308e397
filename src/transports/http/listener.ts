import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../access/authenticator.ts';
import type { BoardPage } from '../../board/board-page.ts';
import { OperationLog } from '../../execution/operation-log.ts';
import type { Services } from '../../resolvers/context.ts';
import { identityOf } from '../request-identity.ts';
import { RequestRecords } from '../request-records.ts';
import { UnsentResponses } from '../unsent-responses.ts';
import { boardRoutes } from './board-routes.ts';
import { type GraphOptions, graphRoutes } from './graph-routes.ts';
import { type Health, healthRoutes } from './health.ts';
import { createHttpServer } from './http-server.ts';
import { metricsRoute } from './metrics-route.ts';
import { SilentConnections } from './silent-connections.ts';

export interface ListenerOptions extends GraphOptions {
  readonly host: string;
  readonly port: number;
  readonly authenticator: Authenticator;
  /** Operations that take this long are logged with what they waited for. */
  readonly slowMs: number;
  /** CORS origins allowed with credentials; null allows any origin without credentials. */
  readonly corsOrigins: readonly string[] | null;
  /** The web page that shows live odds; null if it is not served. */
  readonly board: BoardPage | null;
}

export interface Listener {
  /** Where it listens, for instance `http://127.0.0.1:4000`. */
  readonly url: string;
  /**
   * Ends all subscriptions when this replica is cut off from the others, so that clients reconnect to a
   * healthy one.
   */
  disconnectSubscribers(): void;
  /** Stops accepting requests, and resolves when those in progress are answered or time out. */
  stop(): Promise<void>;
}

/** How long requests in progress may take when the server stops. */
const DRAIN_MS = 12_000;

/** Opens all transports and the operators' routes on one HTTP listener. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, services, log } = options;
  const health: Health = { isDraining: false };
  const unsent = new UnsentResponses(services.clock, (request) => quotaKeyOf(request, services));
  const { authenticator, trustedDocuments, corsOrigins, slowMs } = options;
  const operationLog = new OperationLog(slowMs);
  const records = new RequestRecords(services, operationLog, log);
  const app = await createHttpServer({
    health,
    unsent,
    records,
    authenticator,
    trustedDocuments,
    corsOrigins,
    tracing: services.tracing,
    log,
  });
  const silent = new SilentConnections(app.server);
  const graph = await graphRoutes(app, { ...options, unsent, records, operationLog });
  healthRoutes(app, health, services);
  metricsRoute(app, graph.readings);
  if (options.board !== null) boardRoutes(app, options.board);
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo; // TCP listeners have no other kind.
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    disconnectSubscribers: () => graph.disconnectSubscribers(),
    async stop() {
      health.isDraining = true;
      graph.endStreams();
      silent.close();
      const deadline = services.clock.after(DRAIN_MS, () => app.server.closeAllConnections());
      await Promise.all([graph.endCallbacks(), app.close()]);
      deadline.cancel();
      unsent.stop();
      await graph.stop();
    },
  };
}

/**
 * Against whose quota the unsent bytes of a response count: the viewer's, else that of the accepted API
 * key, else one for each route. Behind a proxy all clients have one address, so the address says nothing.
 */
function quotaKeyOf(request: FastifyRequest, { upstream }: Services): string {
  const { credential, viewer } = identityOf(request);
  if (viewer !== null) return viewer.id;
  const isKnown = upstream.client.keys.isAccepted(credential);
  return credential !== null && isKnown ? credential.hash : `unknown ${request.routeOptions.url}`;
}
