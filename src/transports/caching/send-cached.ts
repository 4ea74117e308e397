import type { FastifyReply } from 'fastify';
import type { CachedResponse } from '../../execution/encoding/cached-response.ts';
import type { RepeatedResponse } from '../../execution/executor.ts';
import type { Services } from '../../resolvers/context.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { preferredCoding } from './accept-encoding.ts';
import { matchesAny } from './etag.ts';

/** Smaller bodies fit into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_024;

/**
 * Sends a cached response in the content coding that the client prefers. The response to a GET also has
 * `Cache-Control` and `ETag`, or status 304 if the client already has this data. The reply's `Content-Type`
 * must be set before. `unsentResponses` limits how many bytes of responses clients have not read yet.
 */
export async function sendCached(
  reply: FastifyReply,
  { cached, extensions }: RepeatedResponse,
  {
    services,
    unsentResponses,
  }: { readonly services: Services; readonly unsentResponses: UnsentResponses },
): Promise<void> {
  const { method, headers } = reply.request;
  const body = cached.body(extensions);
  const bytes = body.reduce((sum, part) => sum + part.length, 0);
  const coding =
    bytes < COMPRESSED_BYTES_MIN ? 'identity' : preferredCoding(headers['accept-encoding']);
  const responseHeaders: Record<string, string> = {};
  if (method === 'GET') {
    const freshMs = cached.expiresAt - services.clock.monotonic();
    const etag = etagOf(cached, String(reply.getHeader('content-type')), coding);
    responseHeaders['cache-control'] =
      `private, max-age=${Math.max(0, Math.floor(freshMs / 1_000))}`;
    responseHeaders['etag'] = etag;
    if (matchesAny(headers['if-none-match'], etag))
      return unsentResponses.sendNotModified(reply, responseHeaders);
  }
  // The last part has the `extensions`, which differ between responses. All before it is compressed once.
  const [lastPart] = body.slice(-1);
  const compressed = coding === 'identity' ? null : await cached.compressed(coding);
  const compressedBody = (lastPart && compressed?.withTail(lastPart)) ?? null;
  if (compressedBody !== null) responseHeaders['content-encoding'] = coding;
  unsentResponses.send(reply, compressedBody ?? body, responseHeaders);
}

/**
 * A weak entity tag, since equal data may come with other `extensions`. Each content type and coding has its
 * own tag, so that no cache mistakes one for another.
 */
function etagOf({ hash }: CachedResponse, contentType: string, coding: string): string {
  const [, type] = /\/(\w+)/.exec(contentType) ?? [];
  return `W/"${hash}-${type}-${coding}"`;
}
