import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { exceeds, LIMITS } from '../../execution/limits/operation-limits.ts';

/**
 * CSRF: a page of another origin can send `text/plain` and forms without asking, so neither is read;
 * a JSON body makes the browser ask first. Keys are no cookies, so reads by GET need no more.
 */
export function refuseSimpleContentTypes(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}

/** Some clients name a content type although they send no body. */
export const ignoreTypeOfEmptyBody: onRequestAsyncHookHandler = async ({ raw: { headers } }) => {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) delete headers['content-type'];
};

/** The parameters of a GraphQL request. All others are reserved, and reach no transport. */
const PARAMETERS = ['query', 'operationName', 'variables', 'extensions'] as const;

/** Keeps the parameters of a GraphQL request, and refuses documents that are too long to cache. */
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
