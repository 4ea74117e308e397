import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoardPage } from '../../board/board-page.ts';
import type { Asset } from '../../board/bundle.ts';
import { preferredMediaType } from '../arrival/accept.ts';
import { preferredCoding } from '../response/accept-encoding.ts';
import { matchesAny } from '../response/response-headers.ts';

/** No third-party and no inline scripts, so that data from upstream can't run as code. */
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Serves the web page that shows live odds. A client that accepts no HTML gets status 404 for `GET /`. */
export function boardRoutes(app: FastifyInstance, page: BoardPage): void {
  for (const [path, asset] of page) {
    app.get(path, (request, reply) => {
      const isRefused =
        path === '/' && preferredMediaType(request.headers.accept, ['text/html']) === null;
      return isRefused ? reply.callNotFound() : send(asset, request, reply);
    });
  }
}

function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coding = preferredCoding(request.headers['accept-encoding']);
  const etag = `"${asset.etag}-${coding}"`;
  reply
    .headers(SECURITY_HEADERS)
    .header('cache-control', 'no-cache') // Browsers must revalidate their copy before they use it.
    .header('etag', etag);
  if (matchesAny(request.headers['if-none-match'], etag)) return reply.status(304).send();
  reply.type(asset.type);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(asset.bytes[coding]);
}
