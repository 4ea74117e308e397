import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_HEADER_KEY } from 'graphql-sse';

/** The default: responses depend on the caller and change all the time, so caches must not store them. */
export const CACHE_CONTROL = 'private, no-store';

/** The request headers that a response depends on: the caller, the media type and the content coding. */
const VARY = `Accept, Accept-Encoding, Authorization, X-API-Key, ${TOKEN_HEADER_KEY}`;

export const REQUEST_ID = 'X-Request-Id';

/** Request ids that are safe to log. */
const SAFE_ID = /^[\w.:=+/@-]{1,128}$/;

/** The id of a request: the one that its client has given, so that both sides log the same id, or else a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}

/**
 * Returns a function that sets the headers that the responses of all routes have. If `acceptsCookies`, a cookie may
 * identify the caller. Cookies are accepted only from certain origins, so responses then depend on `Origin` as well.
 */
export function responseHeaders(acceptsCookies: boolean) {
  const vary = acceptsCookies ? `${VARY}, Cookie, Origin` : VARY;
  return ({ id }: FastifyRequest, reply: FastifyReply): void => {
    reply.header('cache-control', CACHE_CONTROL).header('vary', vary).header(REQUEST_ID, id);
  };
}

/** Whether `If-None-Match` contains this entity tag, by the weak comparison of RFC 9110. */
export function matchesAny(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = opaqueTag(etag);
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim())
    .some((candidate) => candidate === '*' || opaqueTag(candidate) === opaque);
}

/** The tag without the prefix of weak tags. */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}
