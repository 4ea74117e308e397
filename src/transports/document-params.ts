import type { FastifyRequest } from 'fastify';

/** The parameters of a GraphQL request that name or hold its document. */
export interface DocumentParams {
  readonly query: unknown;
  readonly documentId: unknown;
  readonly extensions: unknown;
}

/** Null for a GET without any, and for methods other than GET and POST. */
export function paramsOf({ method, url, body }: FastifyRequest): DocumentParams | null {
  if (method === 'POST') {
    const { query, documentId, extensions } = Object(body);
    return { query, documentId, extensions };
  }
  const search = URL.parse(url, 'http://localhost')?.searchParams;
  const names = ['query', 'documentId', 'extensions'];
  if (method !== 'GET' || !names.some((name) => search?.has(name))) return null;
  const [query, documentId, extensions] = names.map((name) => search?.get(name) ?? undefined);
  return { query, documentId, extensions: parsed(extensions) };
}

/** The value of a JSON parameter; null if it is missing or invalid. */
export function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null; // The transport refuses it.
  }
}

/** The hash of a persisted query (APQ); null if there is none. */
export function persistedHashOf({ extensions }: DocumentParams): string | null {
  const hash = Object(Object(extensions).persistedQuery).sha256Hash;
  return typeof hash === 'string' ? hash : null;
}
