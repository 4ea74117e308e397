import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { formatError } from '../../execution/format-error.ts';
import type { Log } from '../../observability/log.ts';
import { HttpError } from './http-error.ts';

/** The largest request, in bytes without its headers. */
export const BODY_BYTES_MAX = 2 ** 20;

/** What Fastify refuses, by status, in words that say what to send instead. */
const BODY_PROBLEMS: Readonly<Record<number, string>> = {
  413: `The body is larger than ${BODY_BYTES_MAX} bytes.`,
  415: 'Send the body with "Content-Type: application/json".',
};

/** Refuses an invalid `Host` header, from which whatever reads the request next would build its URL. */
export function refuseInvalidHost(app: FastifyInstance): void {
  let lastValid: string | undefined; // Most requests have the same host, which is then checked once.
  app.addHook('onRequest', ({ headers: { host } }, _reply, done) => {
    if (host === lastValid || !host) return done();
    if (/["/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) {
      return done(HttpError.badRequest('The "Host" header cannot be read.'));
    }
    lastValid = host;
    done();
  });
}

/** What hooks, parsers and handlers of requests throw. */
export type RequestError = FastifyError | GraphQLError | HttpError;

/**
 * Answers a request that fails outside of its execution, in the format of a GraphQL response. If it has an operation,
 * that one's record gets the errors, for the log and the metrics.
 */
export function sendRequestError(
  error: RequestError,
  { graph }: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): void {
  const { status, errors, headers } = refusalOf(error, graph.logTo(log));
  if (status < 500) graph.logTo(log).debug({ status }, 'request refused');
  graph.record?.addErrors(errors);
  // The body that it replaces may have been compressed.
  reply.removeHeader('content-encoding').status(status).headers(headers).send({ errors });
}

function refusalOf(error: RequestError, log: Log): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof GraphQLError) {
    const formatted = formatError(error, log);
    return new HttpError(formatted.http.status ?? 400, [formatted]);
  }
  const { statusCode: status = 500, message } = error;
  if (status < 500) {
    return HttpError.of(status, 'BAD_USER_INPUT', BODY_PROBLEMS[status] ?? message);
  }
  log.error({ err: error }, 'unexpected error');
  return HttpError.of(status, 'INTERNAL_SERVER_ERROR', 'Unexpected error.');
}

/** Answers requests to unknown paths with status 404. */
export function handleUnknownPaths(app: FastifyInstance): void {
  const message = 'Not found. The GraphQL endpoint is /graphql.';
  app.setNotFoundHandler(() => {
    throw HttpError.of(404, 'NOT_FOUND', message);
  });
}
