import type { IncomingHttpHeaders } from 'node:http';

/** In characters: longer than any API key. Tokens have a lower maximum of their own. */
const LENGTH_MAX = 16_384;

/**
 * The API keys or tokens in a request, in order of precedence: `X-API-Key`, `Authorization: Bearer`,
 * and `?api_key=` for browsers' EventSource, which cannot send headers, on requests that accept an event
 * stream. Values that cannot be sent in a header are omitted.
 */
export function presentedCredentials(headers: IncomingHttpHeaders, url: string): string[] {
  const presented: string[] = [];
  for (const credential of [
    sendable(firstOf(headers['x-api-key'])),
    bearer(headers.authorization),
    sendable(inUrl(headers, url)),
  ]) {
    if (credential !== null && credential.length <= LENGTH_MAX) presented.push(credential);
  }
  return presented;
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) || null; // Proxies may send an empty header.
}

function bearer(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer +([\x21-\x7e]+)\s*$/i.exec(authorization)?.[1] ?? null;
}

function inUrl(headers: IncomingHttpHeaders, url: string): string | null {
  if (!headers.accept?.toLowerCase().includes('text/event-stream')) return null;
  return URL.parse(url, 'http://localhost')?.searchParams.get('api_key') ?? null;
}

/** Printable ASCII without spaces: anything else cannot be a key and must not reach a header. */
function sendable(credential: string | null): string | null {
  return credential !== null && /^[\x21-\x7e]+$/.test(credential) ? credential : null;
}
