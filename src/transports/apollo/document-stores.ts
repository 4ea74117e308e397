import type { DocumentStore, PersistedQueryOptions } from '@apollo/server';
import type { preHandlerAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { DocumentCache } from '../../execution/documents/document-cache.ts';
import type { PersistedDocuments } from '../../execution/documents/persisted-documents.ts';
import type { Services } from '../../resolvers/context.ts';
import { identityOf } from '../request-identity.ts';

/**
 * Shares the cache of parsed documents, which is bounded by bytes, with the other transports. Apollo
 * Server's keys are hashes and those of the others are texts, so they cannot collide.
 */
export function documentStore(cache: DocumentCache): DocumentStore {
  return {
    get: async (hash) => cache.get(hash),
    set: async (hash, document) => cache.add(hash, document),
    delete: async () => {}, // Apollo Server never calls it.
  };
}

/** Apollo Server puts this before the hash. */
const KEY_PREFIX = /^apq:/;

/** Stores persisted queries. It does not know who registers one: see `registerForKnownKeysOnly`. */
export function persistedQueryCache({
  ofKnown,
}: PersistedDocuments): NonNullable<PersistedQueryOptions['cache']> {
  return {
    get: async (key) => ofKnown.get(key.replace(KEY_PREFIX, '')),
    set: async (key, text) => ofKnown.set(key.replace(KEY_PREFIX, ''), text),
    delete: async () => {}, // Apollo Server never calls it.
  };
}

/** A request that registers a persisted query. */
const Registration = Compile(
  Type.Object({
    query: Type.String(),
    extensions: Type.Object({ persistedQuery: Type.Optional(Type.Unknown()) }),
  }),
);

/**
 * Executes documents of callers without a known key (one that upstream has accepted), but does not register
 * them.
 */
export function registerForKnownKeysOnly({ upstream }: Services): preHandlerAsyncHookHandler {
  return async (request) => {
    const { body } = request;
    if (!Registration.Check(body) || !body.extensions.persistedQuery) return;
    if (upstream.client.keys.isAccepted(identityOf(request).credential)) return;
    delete body.extensions.persistedQuery;
  };
}
