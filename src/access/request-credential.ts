import type { IncomingHttpHeaders } from 'node:http';
import { Credential } from '../credential.ts';

const KEY_LENGTH_MAX = 512;

/**
 * The API key that came with a request: `X-API-Key`, `Authorization: Bearer`, or for browsers'
 * EventSource, which cannot send headers, `?api_key=` on requests that accept an event stream.
 * Null where there is none, or none that could be sent on in a header.
 */
export function credentialOf(headers: IncomingHttpHeaders, url: string): Credential | null {
  const key = firstOf(headers['x-api-key']) ?? bearer(headers.authorization) ?? inUrl(headers, url);
  return key !== null && isSendable(key) ? new Credential(key) : null;
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) || null; // Proxies may send an empty one.
}

function bearer(authorization: string | undefined): string | null {
  return /^Bearer +(?<key>\S+)\s*$/i.exec(authorization ?? '')?.groups?.['key'] ?? null;
}

function inUrl(headers: IncomingHttpHeaders, url: string): string | null {
  if (!headers.accept?.toLowerCase().includes('text/event-stream')) return null;
  return URL.parse(url, 'http://localhost')?.searchParams.get('api_key') ?? null;
}

/** Printable ASCII without spaces: anything else cannot be a key and must not reach a header. */
function isSendable(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && /^[\x21-\x7e]+$/.test(key);
}
