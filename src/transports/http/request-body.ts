import { hash } from 'node:crypto';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { exceeds, LIMITS } from '../../execution/limits/operation-limits.ts';

/**
 * CSRF prevention: pages of other origins can send `text/plain` and forms without a preflight request,
 * so neither is accepted. A JSON body needs a preflight. GET requests need no protection, even where a
 * cookie identifies the caller: they run no mutations, and pages of other origins can't read the response.
 */
export function refuseSimpleContentTypes(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of a JSON body; empty for requests without one. */
    bodyHash: string;
  }
}

/** Parses JSON bodies like Fastify, and notes their hashes, by which equal ones are recognized. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', '');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      request.bodyHash = hash('sha256', body, 'base64');
      parse(request, body, done);
    },
  );
}

/** Some clients send a content type without a body, which Fastify would refuse. */
export const ignoreTypeOfEmptyBody: onRequestAsyncHookHandler = async ({ raw: { headers } }) => {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) delete headers['content-type'];
};

/** The parameters of a GraphQL request. GraphQL over HTTP reserves all other names. */
const PARAMETERS = ['query', 'operationName', 'variables', 'extensions'] as const;

/** Drops unknown parameters, and refuses documents that are too long to cache. */
export function readParameters(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const given = new Map<string, unknown>(Object.entries(body));
    const query = given.get('query');
    if (typeof query === 'string' && query.length > LIMITS.characters) {
      throw exceeds('characters', query.length);
    }
    const known = PARAMETERS.filter((name) => given.has(name));
    request.body = Object.fromEntries(known.map((name) => [name, given.get(name)]));
  });
}
