import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OddsgraphError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { countError } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { requestLog } from '../request-context.ts';
import { GRAPHQL_ROUTES } from '../trace-requests.ts';
import { PARAMETERS } from './request-body.ts';

/**
 * Refuses an invalid `Host` header, from which Yoga builds the request's URL. Yoga's error for an invalid
 * host would quote the query string, which may contain an API key. A host with a path and a query would add
 * parameters that bypass our checks.
 */
export function refuseInvalidHost(app: FastifyInstance): void {
  let lastValid: string | undefined; // Most requests have the same host, which is then checked once.
  app.addHook('onRequest', ({ headers: { host } }, _reply, done) => {
    if (host === lastValid || !host) return done();
    if (/[/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) {
      return done(badRequest('The "Host" header cannot be read.'));
    }
    lastValid = host;
    done();
  });
}

/**
 * Reduces absolute URLs, which proxies may send, to path and query: Yoga would append them to the host. Decodes
 * the path of a GraphQL endpoint, which Yoga compares without decoding it.
 */
export function normalizeUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, url, routeOptions }, _reply, done) => {
    if (!url.startsWith('/')) {
      if (!URL.canParse(url)) return done(unreadableUrl());
      raw.url = url.replace(/^https?:\/\/[^/?]*/i, '');
    }
    const { url: route } = routeOptions;
    if (route !== undefined && GRAPHQL_ROUTES.has(route) && !raw.url?.startsWith(route)) {
      raw.url = raw.url?.replace(/^[^?#]*/, route);
    }
    done();
  });
}

/**
 * Refuses URLs with a fragment, or with the same GraphQL parameter twice: Yoga might execute another document
 * than the one that we have checked.
 */
export function refuseRepeatedParameters(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (url.includes('#')) return done(badRequest('A URL in a request has no fragment ("#").'));
    const start = url.indexOf('?');
    if (start < 0) return done();
    const given = new URLSearchParams(url.slice(start));
    const repeated = [...PARAMETERS, 'documentId'].find((name) => given.getAll(name).length > 1);
    if (repeated === undefined) return done();
    done(badRequest(`The parameter "${repeated}" is given more than once.`));
  });
}

/** The error for an invalid URL. Fastify's own message would quote the URL, which may contain an API key. */
export function unreadableUrl(): HttpError {
  return badRequest('The URL cannot be read.');
}

function badRequest(message: string): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', message);
}

/** What hooks, parsers and handlers of requests throw. */
export type RequestError = FastifyError | OddsgraphError | HttpError;

/**
 * Answers a request that fails outside of its execution, in the format of a GraphQL response. `request.record` is
 * null or collects what the log and the metrics report about the operation in the request.
 */
export function sendRequestError(
  error: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): void {
  const status = statusOf(error);
  if (status < 500) requestLog(log, request).debug({ status }, 'request refused');
  if (error instanceof HttpError) {
    // Not counted here: the errors of an `HttpError` are counted in the metrics where it is created.
    request.record?.addErrors(error.errors);
    reply.status(status).headers(error.headers).send({ errors: error.errors });
    return;
  }
  if (error instanceof OddsgraphError) {
    countError(error.extensions);
    request.record?.addErrors([error]);
    reply.status(status).send({ errors: [error] });
    return;
  }
  if (status >= 500) requestLog(log, request).error({ err: error }, 'unexpected error');
  const shown =
    status < 500
      ? { message: error.message, extensions: { code: 'BAD_USER_INPUT' } }
      : { message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  countError(shown.extensions);
  request.record?.addErrors([shown]);
  reply.status(status).send({ errors: [shown] });
}

function statusOf(error: RequestError): number {
  if (error instanceof HttpError) return error.status;
  return error instanceof OddsgraphError ? 400 : (error.statusCode ?? 500);
}

/** Answers requests to unknown paths with status 404. */
export function handleUnknownPaths(app: FastifyInstance): void {
  const message = 'Not found. The GraphQL endpoint is /graphql.';
  app.setNotFoundHandler(() => {
    throw HttpError.of(404, 'NOT_FOUND', message);
  });
}
