import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrustedDocuments } from '../../execution/documents/trusted-documents.ts';
import { countError } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { identityOf } from '../request-identity.ts';

export interface TrustedDocumentsOptions {
  readonly documents: TrustedDocuments;
  /** Whether viewers may send nothing else. */
  readonly only: boolean;
}

/** The parameters of a GraphQL request that name or hold its document. */
interface DocumentParams {
  readonly query: unknown;
  readonly documentId: unknown;
  readonly extensions: unknown;
}

/**
 * Puts the text of a trusted document in place of its id, for all transports alike, and refuses to
 * viewers what isn't trusted before anything parses it. Yoga and Apollo Server have plugins for this, but
 * neither covers the other's endpoint or event streams.
 */
export function resolveTrustedDocuments(
  app: FastifyInstance,
  { documents, only }: TrustedDocumentsOptions,
): void {
  app.addHook('preHandler', async (request) => {
    const params = paramsOf(request);
    if (params === null) return;
    const id = idOf(params);
    const text = id === null ? undefined : documents.find(id);
    if (text !== undefined) return setQuery(request, text);
    if (typeof params.documentId === 'string') throw notFound();
    const isTrusted = typeof params.query === 'string' && documents.includes(params.query);
    if (!only || isTrusted || identityOf(request).viewer === null) return;
    const message = 'This server accepts only documents that it knows already.';
    throw HttpError.of(403, 'FORBIDDEN', message);
  });
}

function paramsOf({ method, url, body }: FastifyRequest): DocumentParams | null {
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

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null; // The transport refuses it.
  }
}

/** The id of GraphQL over HTTP's persisted documents, or the hash of APQ. */
function idOf({ documentId, extensions }: DocumentParams): string | null {
  const id = documentId ?? Object(Object(extensions).persistedQuery).sha256Hash;
  return typeof id === 'string' ? id : null;
}

/** Has the transport see a request with the whole document. */
function setQuery(request: FastifyRequest, text: string): void {
  if (request.method === 'POST') {
    const { documentId: _, extensions, ...rest } = Object(request.body);
    const kept = withoutHash(extensions);
    request.body = { ...rest, query: text, ...(kept && { extensions: kept }) };
    return;
  }
  const url = new URL(request.url, 'http://localhost');
  const extensions = parsed(url.searchParams.get('extensions') ?? undefined);
  url.searchParams.delete('documentId');
  url.searchParams.set('query', text);
  url.searchParams.set('extensions', JSON.stringify(withoutHash(extensions) ?? {}));
  request.raw.url = url.pathname + url.search;
  request.query = Object.fromEntries(url.searchParams); // Yoga reads these beside the address.
}

function withoutHash(extensions: unknown): object | null {
  if (typeof extensions !== 'object' || extensions === null) return null;
  const { persistedQuery: _, ...rest } = Object(extensions);
  return rest;
}

function notFound(): HttpError {
  const code = 'PERSISTED_QUERY_NOT_FOUND';
  countError({ code });
  return new HttpError(404, [{ message: 'There is no such document.', extensions: { code } }]);
}
