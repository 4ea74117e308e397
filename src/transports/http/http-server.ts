import { STATUS_CODES } from 'node:http';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import type { Authenticator } from '../../access/authenticator.ts';
import { PARTIAL_SUCCESS } from '../../execution/http-status.ts';
import type { Log } from '../../log.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { authenticateRequests } from '../request-identity.ts';
import type { RequestRecords } from '../request-records.ts';
import {
  addResponseHeaders,
  REQUEST_ID,
  requestIdOf,
  responseHeaders,
} from '../response-headers.ts';
import { traceRequests } from '../trace-requests.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import type { Health } from './health.ts';
import { serializePipelinedRequests } from './pipelining.ts';
import { checkParameters, parseJsonBodies, preventCsrf } from './request-body.ts';
import {
  handleUnknownPaths,
  normalizeUrls,
  type RequestError,
  refuseInvalidHost,
  refuseRepeatedParameters,
  sendRequestError,
  unreadableUrl,
} from './request-errors.ts';
import {
  resolveTrustedDocuments,
  type TrustedDocumentsOptions,
} from './resolve-trusted-documents.ts';

interface HttpServerOptions {
  readonly health: Health;
  /** Limits how many bytes of responses clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
  /** Creates the record of the operation in each request, for log and metrics. */
  readonly records: RequestRecords;
  readonly authenticator: Authenticator;
  readonly trustedDocuments: TrustedDocumentsOptions | null;
  /** CORS origins allowed with credentials; null allows any origin without credentials. */
  readonly corsOrigins: readonly string[] | null;
  readonly tracing: Tracing | null;
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
  const { health, unsentResponses, records, authenticator, trustedDocuments, corsOrigins, log } =
    options;
  const setHeaders = responseHeaders(authenticator.acceptsCookies);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      sendRequestError(unreadableUrl(), request, reply, log);
    },
  });
  addResponseHeaders(app, setHeaders);
  records.noteArrivals(app);
  traceRequests(app, options.tracing);
  serializePipelinedRequests(app);
  authenticateRequests(app, authenticator);
  records.recordOperations(app);
  refuseInvalidHost(app);
  normalizeUrls(app);
  refuseRepeatedParameters(app);
  closeConnectionsWhileDraining(app, health);
  app.addHook('onSend', unsentResponses.onSend);
  preventCsrf(app);
  parseJsonBodies(app);
  if (trustedDocuments !== null) resolveTrustedDocuments(app, trustedDocuments);
  checkParameters(app);
  app.setErrorHandler<RequestError>((error, request, reply) =>
    sendRequestError(error, request, reply, log),
  );
  handleUnknownPaths(app);
  await app.register(cors, {
    origin: corsOrigins === null ? '*' : [...corsOrigins],
    credentials: corsOrigins !== null,
    methods: CORS_METHODS,
    exposedHeaders: [REQUEST_ID],
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
