import { hash } from 'node:crypto';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { exceeds, LIMITS } from '../../execution/limits/operation-limits.ts';
import { HttpError } from '../http-error.ts';

/**
 * CSRF prevention: pages of other origins can send `text/plain` and forms without a preflight request,
 * so neither is accepted. A JSON body needs a preflight. GET requests need no protection, even where a
 * cookie identifies the caller: they run no mutations, and pages of other origins can't read the response.
 */
export function preventCsrf(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of a JSON body, in base64; an empty string for requests without a JSON body. */
    bodyHash: string;
  }
}

/** Parses JSON bodies like Fastify, and stores their hashes, by which repeated requests are recognized. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', '');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      request.bodyHash = hash('sha256', body, 'base64');
      request.headers['content-type'] = 'application/json'; // Yoga does not recognize all spellings of it.
      parse(request, body, done);
    },
  );
}

/** Removes the content type of a request without a body: some clients send one, but Fastify refuses it. */
export const ignoreTypeOfEmptyBody: onRequestAsyncHookHandler = async ({ raw: { headers } }) => {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) delete headers['content-type'];
};

/** The parameters of a GraphQL request. GraphQL over HTTP reserves all other names. */
export const PARAMETERS = ['query', 'operationName', 'variables', 'extensions'] as const;

/**
 * Drops unknown parameters, and refuses documents that are too long to cache or are not well-formed Unicode.
 * Also refuses a body that is a JSON string: Yoga would parse the string as JSON, and execute parameters that
 * bypassed our checks.
 */
export function checkParameters(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const { body } = request;
    if (typeof body === 'string') {
      throw HttpError.of(400, 'BAD_USER_INPUT', 'The body must be a JSON object.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const given = new Map<string, unknown>(Object.entries(body));
    checkDocument(given.get('query'));
    const known = PARAMETERS.filter((name) => given.has(name));
    request.body = Object.fromEntries(known.map((name) => [name, given.get(name)]));
  });
}

function checkDocument(query: unknown): void {
  if (typeof query !== 'string') return; // The transports refuse other values.
  if (query.length > LIMITS.characters) throw exceeds('characters', query.length);
  if (query.isWellFormed()) return;
  // As UTF-8 it becomes another text, so a persisted query would be stored under the wrong hash.
  throw HttpError.of(400, 'BAD_USER_INPUT', '"query" must be well-formed Unicode.');
}
