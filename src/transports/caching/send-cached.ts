import type { FastifyReply } from 'fastify';
import type { CachedResponse } from '../../execution/encoding/cached-response.ts';
import type { RepeatedResponse } from '../../execution/executor.ts';
import type { Services } from '../../resolvers/context.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { preferredCoding } from './accept-encoding.ts';
import { isHeld } from './etag.ts';

/** Smaller bodies fit into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_024;

/**
 * Sends a cached response, compressed as its client prefers. A GET also gets what HTTP caches need, or
 * status 304 if its client has the data. The type of the reply has to be set.
 */
export async function sendCached(
  reply: FastifyReply,
  { cached, extensions }: RepeatedResponse,
  { services, unsent }: { readonly services: Services; readonly unsent: UnsentResponses },
): Promise<void> {
  const { method, headers } = reply.request;
  const body = cached.body(extensions);
  const bytes = body.reduce((sum, part) => sum + part.length, 0);
  const coding =
    bytes < COMPRESSED_BYTES_MIN ? 'identity' : preferredCoding(headers['accept-encoding']);
  const sent: Record<string, string> = {};
  if (method === 'GET') {
    const freshMs = cached.expiresAt - services.clock.monotonic();
    const etag = etagOf(cached, String(reply.getHeader('content-type')), coding);
    sent['cache-control'] = `private, max-age=${Math.max(0, Math.floor(freshMs / 1_000))}`;
    sent['etag'] = etag;
    if (isHeld(headers['if-none-match'], etag)) return unsent.sendNotModified(reply, sent);
  }
  const [end] = body.slice(-1);
  const compressed = coding === 'identity' ? null : await cached.compressed(coding);
  const encoded = (end && compressed?.endingWith(end)) ?? null;
  if (encoded !== null) sent['content-encoding'] = coding;
  unsent.send(reply, encoded ?? body, sent);
}

/**
 * Weak, since equal data may come with other `extensions`. Each type and coding has its own tag, so that
 * no cache mistakes one for another.
 */
function etagOf({ hash }: CachedResponse, contentType: string, coding: string): string {
  const [, type] = /\/(\w+)/.exec(contentType) ?? [];
  return `W/"${hash}-${type}-${coding}"`;
}
