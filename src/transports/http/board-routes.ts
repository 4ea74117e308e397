import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { BoardPage } from '../../board/board-page.ts';
import type { Asset } from '../../board/bundle.ts';
import { preferredMediaType } from '../accept.ts';
import { isHeld } from '../caching/etag.ts';

const PATHS = ['/', '/board/page.js', '/board/page.css', '/board/icon.svg'];

/** Nothing from elsewhere, nothing inline: what upstream sends cannot run as a script. */
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/**
 * Serves the web page that shows live odds. `GET /` from a client that accepts no HTML is answered as if
 * there were no page.
 */
export function boardRoutes(app: FastifyInstance, page: BoardPage): void {
  for (const path of PATHS) {
    app.get(path, async (request, reply) => {
      const found = (await page.assets()).get(path);
      const isRefused =
        path === '/' && preferredMediaType(request.headers.accept, ['text/html']) === null;
      if (found === undefined || isRefused) return reply.callNotFound();
      return send(found, request, reply);
    });
  }
}

function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = encodingOf(request);
  const etag = `"${asset.etag}-${encoding}"`;
  reply
    .headers(SECURITY_HEADERS)
    .header('cache-control', 'no-cache') // A browser asks whether its copy is current.
    .header('vary', 'Accept, Accept-Encoding')
    .header('etag', etag);
  if (isHeld(request.headers['if-none-match'], etag)) return reply.status(304).send();
  reply.type(asset.type);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(asset[encoding]);
}

function encodingOf({ headers }: FastifyRequest): (typeof ENCODINGS)[number] {
  // Older clients say nothing; what they get must need no decoding.
  if (headers['accept-encoding'] === undefined) return 'identity';
  const accepted = new Negotiator({ headers }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
