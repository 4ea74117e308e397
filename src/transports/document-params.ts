import type { FastifyRequest } from 'fastify';

/** The parameters of a GraphQL request that contain its document, or the id or hash of a stored one. */
export interface DocumentParams {
  readonly query: unknown;
  readonly documentId: unknown;
  readonly extensions: unknown;
}

/** The parameters of a request; null for a GET without any, and for methods other than GET and POST. */
export function documentParamsOf({ method, url, body }: FastifyRequest): DocumentParams | null {
  if (method === 'POST') {
    const { query, documentId, extensions } = Object(body);
    return { query, documentId, extensions };
  }
  const search = URL.parse(url, 'http://localhost')?.searchParams;
  const names = ['query', 'documentId', 'extensions'];
  if (method !== 'GET' || !names.some((name) => search?.has(name))) return null;
  const [query, documentId, extensions] = names.map((name) => search?.get(name) ?? undefined);
  return { query, documentId, extensions: parsedJson(extensions) };
}

/** The value of a URL parameter that contains JSON; null if the parameter is missing or invalid. */
export function parsedJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null; // The transport refuses invalid JSON later.
  }
}

/** The hash of an automatic persisted query (APQ); null if the request has none. */
export function persistedHashOf({ extensions }: DocumentParams): string | null {
  const hash = Object(Object(extensions).persistedQuery).sha256Hash;
  return typeof hash === 'string' ? hash : null;
}
