import { maxHeaderSize, STATUS_CODES } from 'node:http';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import type { ErrorCode } from '../../errors/errors.ts';
import { answerUnreadable } from '../../errors/unreadable-request.ts';
import { PARTIAL_SUCCESS } from '../../execution/http-status.ts';
import { GraphRequest } from '../arrival/graph-request.ts';
import { receiveRequests, refuseMalformed } from '../arrival/receive-requests.ts';
import { parsedJson } from '../arrival/request-params.ts';
import { HttpError } from '../response/http-error.ts';
import {
  BODY_BYTES_MAX,
  handleUnknownPaths,
  type RequestError,
  refuseInvalidHost,
  sendRequestError,
} from '../response/request-errors.ts';
import {
  CACHE_CONTROL,
  REQUEST_ID,
  requestIdOf,
  responseHeaders,
} from '../response/response-headers.ts';
import type { TransportOptions } from '../transport.ts';
import { serializePipelinedRequests } from './pipelining.ts';

// Node.js does not know the reason phrase of this status (294, of GraphQL over HTTP), and would send "unknown".
STATUS_CODES[PARTIAL_SUCCESS] = 'Partial Success';

/** How long a client may take to send a whole request. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Messages for what Node.js refuses before it has a request, by the status of the answer. */
const UNREADABLE = {
  400: 'The request cannot be read.',
  408: `The request did not arrive within ${REQUEST_TIMEOUT_MS / 1_000} seconds.`,
  431: `The URL and the headers are larger than ${maxHeaderSize} bytes. Send a long document by POST.`,
} as const;

/** The methods that pages of other origins may use. */
const CORS_METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Creates the Fastify instance with the hooks, parsers and error handlers that all routes share. */
export async function createHttpServer(options: TransportOptions): Promise<FastifyInstance> {
  const { authenticator, unsentResponses, corsOrigins, services, log } = options;
  const setHeaders = responseHeaders(authenticator.acceptsCookies);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // As `sendRequestError` does, without the hooks that requests pass.
    clientErrorHandler: answerUnreadable((status) => {
      const extensions = { code: 'BAD_USER_INPUT' satisfies ErrorCode };
      const headers = { 'cache-control': CACHE_CONTROL, [REQUEST_ID]: requestIdOf(null) };
      return { headers, body: { errors: [{ message: UNREADABLE[status], extensions }] } };
    }),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      request.graph = new GraphRequest(request.id, services.clock.monotonic());
      // Fastify's own message would quote the URL, which may contain an API key.
      sendRequestError(HttpError.badRequest('The URL cannot be read.'), request, reply, log);
    },
  });
  // Before plugins that send responses themselves, such as CORS.
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  serializePipelinedRequests(app);
  receiveRequests(app, options);
  app.addHook('onSend', unsentResponses.onSend);
  // CSRF prevention: pages of other origins can send `text/plain` and forms without a preflight request, so neither is
  // accepted. A JSON body needs a preflight. GET requests need no protection, even where a cookie identifies the
  // caller: they run no mutations, and pages of other origins can't read the response.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: unknown, body: string) => parsedJson(body, 'The body'),
  );
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
  refuseMalformed(app, options);
  refuseInvalidHost(app);
  return app;
}
