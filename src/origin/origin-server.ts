import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type ErrorEnvelope, HEADERS, type WireErrorCode } from '../contract/wire.ts';
import { answerUnreadable } from '../errors/unreadable-request.ts';
import { Refusal } from './requests/refusal.ts';

/** The largest valid body has 500 ids, which takes a fraction of this. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Event ids are slugs of several names, so they can be longer than Fastify's default of 100. */
const MAX_PARAM_LENGTH = 300;

/**
 * Web pages of any origin may call: the API key is part of the request, so no page can use another's.
 * Every OPTIONS request is answered as a preflight, without a key.
 */
const CORS: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'DELETE'],
  exposedHeaders: [...Object.values(HEADERS), 'retry-after'],
  maxAge: 86_400,
  strictPreflight: false,
};

const ALLOW_ORIGIN = 'access-control-allow-origin';

/**
 * An HTTP server that answers every failure with the error envelope, `{ error: { code, message } }`, and
 * sends every response with the id of its request. It logs no requests, since their URLs may contain a key.
 */
export function createApp(logger: FastifyBaseLogger | undefined): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true, // Streams do not end by themselves.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerFailure,
    clientErrorHandler: answerUnreadable((status) => ({
      headers: { [HEADERS.requestId]: randomUUID() },
      body: envelopeOf('invalid_request', `${STATUS_CODES[status]}.`),
    })),
    ...(logger && { loggerInstance: logger }),
  });
  acceptEmptyBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADERS.requestId, request.id);
  });
  app.register(cors, CORS);
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0];
    throw new Refusal('not_found', `There is no ${request.method} ${path}.`);
  });
  app.setErrorHandler(answerFailure);
  return app;
}

function answerFailure(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // URLs that cannot be read get here before any hook.
  reply.headers({ [HEADERS.requestId]: request.id, [ALLOW_ORIGIN]: '*' });
  if (error instanceof Refusal) {
    send(reply.headers(error.headers), error.status, error.code, error.message);
    return;
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    send(reply, status, 'invalid_request', error.message);
    return;
  }
  request.log.error(error);
  send(reply, 500, 'internal_error', 'The service failed to answer this request.');
}

function send(reply: FastifyReply, status: number, code: WireErrorCode, message: string): void {
  reply.status(status).send(envelopeOf(code, message));
}

function envelopeOf(code: WireErrorCode, message: string): ErrorEnvelope {
  return { error: { code, message } };
}

/** Some clients send `Content-Type: application/json` even with an empty body. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body.toString(), done);
  });
}
