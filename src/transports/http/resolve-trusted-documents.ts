import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrustedDocuments } from '../../execution/documents/trusted-documents.ts';
import {
  type DocumentParams,
  documentParamsOf,
  parsedJson,
  persistedHashOf,
} from '../document-params.ts';
import { HttpError } from '../http-error.ts';
import { identityOf } from '../request-identity.ts';

/** Options for trusted documents, which are those that the operator has published for its frontends. */
export interface TrustedDocumentsOptions {
  readonly documents: TrustedDocuments;
  /** Whether viewers (end users with a JWT instead of an API key) may send only trusted documents. */
  readonly only: boolean;
}

/**
 * Replaces the id of a trusted document with its text, for all transports alike. If `only` is set,
 * refuses any other document that a viewer sends, before anything parses it. Yoga and Apollo Server have
 * plugins for this, but neither covers the other's endpoint or event streams.
 */
export function resolveTrustedDocuments(
  app: FastifyInstance,
  { documents, only }: TrustedDocumentsOptions,
): void {
  app.addHook('preHandler', async (request) => {
    const params = documentParamsOf(request);
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

/** The `documentId` of GraphQL over HTTP, or the hash of an automatic persisted query (APQ). */
function idOf(params: DocumentParams): string | null {
  const id = params.documentId ?? persistedHashOf(params);
  return typeof id === 'string' ? id : null;
}

/** Rewrites the request as if the client had sent the text of the document instead of its id. */
function setQuery(request: FastifyRequest, text: string): void {
  if (request.method === 'POST') {
    const { documentId: _, extensions, ...rest } = Object(request.body);
    const kept = withoutHash(extensions);
    request.body = { ...rest, query: text, ...(kept && { extensions: kept }) };
    return;
  }
  const url = new URL(request.url, 'http://localhost');
  const extensions = parsedJson(url.searchParams.get('extensions') ?? undefined);
  url.searchParams.delete('documentId');
  url.searchParams.set('query', text);
  url.searchParams.set('extensions', JSON.stringify(withoutHash(extensions) ?? {}));
  request.raw.url = url.pathname + url.search;
  request.query = Object.fromEntries(url.searchParams); // Yoga reads both this and the URL.
}

/** The `extensions` of a request without the APQ hash; null if it has no `extensions`. */
function withoutHash(extensions: unknown): object | null {
  if (typeof extensions !== 'object' || extensions === null) return null;
  const { persistedQuery: _, ...rest } = Object(extensions);
  return rest;
}

function notFound(): HttpError {
  return HttpError.of(404, 'PERSISTED_QUERY_NOT_FOUND', 'Unknown document id.');
}
