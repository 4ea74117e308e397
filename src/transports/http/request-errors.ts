import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OddsgraphError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { countError } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { requestLog } from '../request-context.ts';

/** Yoga builds a URL from the host. Its error for an invalid one would repeat the query string. */
export function refuseInvalidHost(app: FastifyInstance): void {
  let valid: string | undefined; // Most requests have the same one.
  app.addHook('onRequest', ({ headers: { host } }, _reply, done) => {
    if (host === valid || !host) return done();
    if (!URL.canParse(`http://${host}`)) {
      return done(badRequest('The "Host" header cannot be read.'));
    }
    valid = host;
    done();
  });
}

/** Replaces Fastify's own message, which repeats the URL: that may contain a key. */
export function unreadableUrl(): HttpError {
  return badRequest('The URL cannot be read.');
}

function badRequest(message: string): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', message);
}

export type RequestError = FastifyError | OddsgraphError | HttpError;

/** Answers a request that fails before it is executed, in the format of a GraphQL response. */
export function sendRequestError(
  error: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): void {
  const status = statusOf(error);
  if (status < 500) requestLog(log, request).debug({ status }, 'request refused');
  if (error instanceof HttpError) {
    request.record?.fail(error.errors);
    reply.status(status).headers(error.headers).send({ errors: error.errors });
    return;
  }
  if (error instanceof OddsgraphError) {
    countError(error.extensions);
    request.record?.fail([error]);
    reply.status(status).send({ errors: [error] });
    return;
  }
  if (status >= 500) requestLog(log, request).error({ err: error }, 'unexpected error');
  const shown =
    status < 500
      ? { message: error.message, extensions: { code: 'BAD_USER_INPUT' } }
      : { message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  countError(shown.extensions);
  request.record?.fail([shown]);
  reply.status(status).send({ errors: [shown] });
}

function statusOf(error: RequestError): number {
  if (error instanceof HttpError) return error.status;
  return error instanceof OddsgraphError ? 400 : (error.statusCode ?? 500);
}

export function handleUnknownPaths(app: FastifyInstance): void {
  const message = 'Not found. The GraphQL endpoint is /graphql.';
  app.setNotFoundHandler(() => {
    throw HttpError.of(404, 'NOT_FOUND', message);
  });
}
