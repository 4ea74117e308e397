import { getHeapStatistics } from 'node:v8';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../access/identity.ts';
import { sha256, type TrustedDocuments } from '../../execution/documents/trusted-documents.ts';
import { exceeds, LIMITS } from '../../execution/limits/operation-limits.ts';
import type { Services } from '../../resolvers/context.ts';
import type { GivenParams } from '../arrival/request-params.ts';
import { HttpError } from '../response/http-error.ts';

const HEAP_BYTES = getHeapStatistics().heap_size_limit;

function textsUpTo(maxSize: number): LRUCache<string, string> {
  return new LRUCache({
    maxSize,
    sizeCalculation: (text, hash) => 2 * (text.length + hash.length), // In bytes.
  });
}

export interface TrustedDocumentsOptions {
  readonly documents: TrustedDocuments;
  /** Whether viewers may send only trusted documents. */
  readonly only: boolean;
}

/**
 * Finds the text of the document that a request wants to have executed, before any server sees the request: its own
 * text, that of a trusted document by its id or hash, or that of an APQ by its hash.
 */
export class RequestDocuments {
  readonly #trusted: TrustedDocumentsOptions;
  readonly #keys: Services['upstream']['keys'];
  /**
   * The documents of APQs, by hash: those that callers with an accepted API key have registered, and those of all others,
   * which cannot push out the former. Everyone can use all of them. Clients register a document again when its hash is
   * unknown.
   */
  readonly #accepted = textsUpTo(HEAP_BYTES / 256);
  readonly #others = textsUpTo(HEAP_BYTES / 2048);

  constructor(trusted: TrustedDocumentsOptions, { upstream }: Services) {
    this.#trusted = trusted;
    this.#keys = upstream.keys;
  }

  /**
   * Throws an `HttpError` if there is no such document or the caller may not send it, and a `GraphQLError` if an APQ's
   * hash is not known yet: clients then send the text as well.
   */
  textOf({ query, documentId, extensions }: GivenParams, { credential, viewer }: Identity): string {
    const hash = hashOf(extensions);
    const { documents, only } = this.#trusted;
    const id = documentId ?? hash;
    const published = typeof id === 'string' ? documents.find(id) : undefined;
    if (published !== undefined) return published;
    if (typeof documentId === 'string') {
      throw HttpError.of(404, 'PERSISTED_QUERY_NOT_FOUND', 'Unknown document id.');
    }
    const isTrusted = typeof query === 'string' && documents.includes(query);
    if (only && !isTrusted && viewer !== null) {
      throw HttpError.of(403, 'FORBIDDEN', 'This server accepts only trusted documents.');
    }
    const text = query ?? (hash === null ? undefined : this.#registered(hash));
    checkText(text);
    if (hash !== null && query !== undefined && query !== null) {
      this.#register(hash, text, this.#keys.isAccepted(credential));
    }
    return text;
  }

  #registered(hash: string): string {
    const text = this.#accepted.get(hash) ?? this.#others.get(hash);
    if (text !== undefined) return text;
    const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 404 } };
    throw new GraphQLError('PersistedQueryNotFound', { extensions });
  }

  #register(hash: string, text: string, isAccepted: boolean): void {
    const known = this.#accepted.get(hash) ?? this.#others.get(hash);
    if (known !== text && sha256(text) !== hash) {
      throw HttpError.badRequest('The hash is not that of the document.');
    }
    (isAccepted ? this.#accepted : this.#others).set(hash, text);
  }
}

/** The hash of an APQ; null if the request has none. */
function hashOf(extensions: GivenParams['extensions']): string | null {
  const hash = Object(extensions?.['persistedQuery']).sha256Hash;
  return typeof hash === 'string' ? hash : null;
}

function checkText(text: unknown): asserts text is string {
  if (text === undefined || text === null || text === '') {
    throw HttpError.badRequest('The request has no document: send it as "query".');
  }
  if (typeof text !== 'string') {
    throw HttpError.badRequest('"query" must be a string.');
  }
  if (text.length > LIMITS.characters) throw exceeds('characters', text.length);
  const lines = text.split(/\r\n|[\n\r]/).length;
  if (lines > LIMITS.lines) throw exceeds('lines', lines);
  if (text.isWellFormed()) return;
  // As UTF-8 it becomes another text, so a persisted query would be stored under the wrong hash.
  throw HttpError.badRequest('"query" must be well-formed Unicode.');
}
