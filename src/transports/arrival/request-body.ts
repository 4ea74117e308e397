import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';

/**
 * CSRF prevention: pages of other origins can send `text/plain` and forms without a preflight request,
 * so neither is accepted. A JSON body needs a preflight. GET requests need no protection, even where a
 * cookie identifies the caller: they run no mutations, and pages of other origins can't read the response.
 */
export function preventCsrf(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}

/** Removes the content type of a request without a body: some clients send one, but Fastify refuses it. */
export const ignoreTypeOfEmptyBody: onRequestAsyncHookHandler = async ({ raw: { headers } }) => {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) delete headers['content-type'];
};
