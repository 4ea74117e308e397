import { STATUS_CODES } from 'node:http';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import type { Authenticator } from '../../access/authenticator.ts';
import { PARTIAL_SUCCESS } from '../../execution/http-status.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../resolvers/context.ts';
import { receiveRequests } from '../arrival/arrival.ts';
import { GraphRequest } from '../arrival/graph-request.ts';
import { preventCsrf } from '../arrival/request-body.ts';
import {
  handleUnknownPaths,
  type RequestError,
  refuseInvalidHost,
  sendRequestError,
  unreadableUrl,
} from '../response/request-errors.ts';
import {
  addResponseHeaders,
  REQUEST_ID,
  requestIdOf,
  responseHeaders,
} from '../response/response-headers.ts';
import type { UnsentResponses } from '../response/unsent-responses.ts';
import type { Health } from './health.ts';
import { serializePipelinedRequests } from './pipelining.ts';

interface HttpServerOptions {
  readonly health: Health;
  /** Limits how many bytes of responses clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
  readonly services: Services;
  readonly operationLog: OperationLog;
  readonly authenticator: Authenticator;
  /** CORS origins allowed with credentials; null allows any origin without credentials. */
  readonly corsOrigins: readonly string[] | null;
  readonly log: Log;
}

/** The largest request body, in bytes. */
const BODY_BYTES_MAX = 2 ** 20;

/** How long a client may take to send a whole request. */
const REQUEST_TIMEOUT_MS = 60_000;

// Node.js does not know the reason phrase of this status (294, of GraphQL over HTTP), and would send "unknown".
STATUS_CODES[PARTIAL_SUCCESS] = 'Partial Success';

/** The methods that pages of other origins may use. */
const CORS_METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Creates the Fastify instance with the hooks, parsers and error handlers that all routes share. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { health, unsentResponses, authenticator, corsOrigins, log } = options;
  const { clock } = options.services;
  const setHeaders = responseHeaders(authenticator.acceptsCookies);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      request.graph = new GraphRequest(request.id, clock.monotonic());
      sendRequestError(unreadableUrl(), request, reply, log);
    },
  });
  addResponseHeaders(app, setHeaders);
  serializePipelinedRequests(app);
  receiveRequests(app, options);
  refuseInvalidHost(app);
  closeConnectionsWhileDraining(app, health);
  app.addHook('onSend', unsentResponses.onSend);
  preventCsrf(app);
  app.setErrorHandler<RequestError>((error, request, reply) =>
    sendRequestError(error, request, reply, log),
  );
  handleUnknownPaths(app);
  await app.register(cors, {
    origin: corsOrigins === null ? '*' : [...corsOrigins],
    credentials: corsOrigins !== null,
    methods: CORS_METHODS,
    exposedHeaders: [REQUEST_ID, 'retry-after', 'www-authenticate'],
    maxAge: 86_400, // A day, in seconds.
  });
  return app;
}

/** Connections that clients keep alive for further requests would delay the end of the process. */
function closeConnectionsWhileDraining(app: FastifyInstance, health: Health): void {
  app.addHook('onResponse', async ({ socket }) => {
    if (health.isDraining) socket.destroySoon();
  });
}
