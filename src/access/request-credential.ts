import type { IncomingHttpHeaders } from 'node:http';
import { Credential } from '../credential.ts';

const KEY_LENGTH_MAX = 512;

/**
 * The API key of a request: `X-API-Key`, `Authorization: Bearer`, or `?api_key=` if the request accepts
 * an event stream, since the EventSource of browsers cannot send headers. Null without a key, or if the
 * key could not be forwarded in a header.
 */
export function credentialOf(headers: IncomingHttpHeaders, url: string): Credential | null {
  const key = firstOf(headers['x-api-key']) ?? bearer(headers.authorization) ?? inUrl(headers, url);
  return key !== null && isHeaderSafe(key) ? new Credential(key) : null;
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) || null; // Proxies may send an empty header.
}

function bearer(authorization: string | undefined): string | null {
  return /^Bearer +(?<key>\S+)\s*$/i.exec(authorization ?? '')?.groups?.['key'] ?? null;
}

function inUrl(headers: IncomingHttpHeaders, url: string): string | null {
  if (!headers.accept?.toLowerCase().includes('text/event-stream')) return null;
  return URL.parse(url, 'http://localhost')?.searchParams.get('api_key') ?? null;
}

/** Printable ASCII without spaces: anything else is no key and must not reach a header. */
function isHeaderSafe(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && /^[\x21-\x7e]+$/.test(key);
}
