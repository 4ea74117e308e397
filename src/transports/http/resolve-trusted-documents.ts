import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrustedDocuments } from '../../execution/documents/trusted-documents.ts';
import { countError } from '../../metrics.ts';
import { type DocumentParams, paramsOf, parsed, persistedHashOf } from '../document-params.ts';
import { HttpError } from '../http-error.ts';
import { identityOf } from '../request-identity.ts';

export interface TrustedDocumentsOptions {
  readonly documents: TrustedDocuments;
  /** Whether viewers (users with a token instead of an API key) may send only trusted documents. */
  readonly only: boolean;
}

/**
 * Replaces the id of a trusted document with its text, for all transports alike. If `only` is set, it rejects
 * untrusted documents from viewers before anything parses them. Yoga and Apollo Server have plugins for this, but
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
    const message = 'This server accepts only trusted documents.';
    throw HttpError.of(403, 'FORBIDDEN', message);
  });
}

/** The id of GraphQL over HTTP's persisted documents, or the hash of APQ. */
function idOf(params: DocumentParams): string | null {
  const id = params.documentId ?? persistedHashOf(params);
  return typeof id === 'string' ? id : null;
}

/** Rewrites the request, so the transport sees the whole document. */
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
  request.query = Object.fromEntries(url.searchParams); // Yoga reads these as well as the URL.
}

function withoutHash(extensions: unknown): object | null {
  if (typeof extensions !== 'object' || extensions === null) return null;
  const { persistedQuery: _, ...rest } = Object(extensions);
  return rest;
}

function notFound(): HttpError {
  const code = 'PERSISTED_QUERY_NOT_FOUND';
  countError({ code });
  return new HttpError(404, [{ message: 'Unknown document id.', extensions: { code } }]);
}
