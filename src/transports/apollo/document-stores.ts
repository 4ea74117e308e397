import type { DocumentStore, PersistedQueryOptions } from '@apollo/server';
import type { preHandlerAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { DocumentCache } from '../../execution/documents/document-cache.ts';
import type { PersistedQueries } from '../../execution/documents/persisted-queries.ts';
import type { Services } from '../../resolvers/context.ts';
import { identityOf } from '../request-identity.ts';

/**
 * Lets Apollo Server keep parsed documents in the cache that all transports share, so that one limit in bytes
 * applies. Apollo Server's keys are hashes and those of the others are the documents' text, so they cannot
 * collide.
 */
export function documentStore(cache: DocumentCache): DocumentStore {
  return {
    get: async (key) => cache.get(key),
    set: async (key, document) => cache.add(key, document),
    delete: async () => {}, // Apollo Server never calls it.
  };
}

/** Apollo Server puts this before the hash of a persisted query. */
const KEY_PREFIX = /^apq:/;

/**
 * Apollo Server's cache for automatic persisted queries (APQ). New ones go to the part of the store for callers
 * with accepted API keys: `registerForAcceptedKeysOnly` keeps all other callers from registering any.
 */
export function persistedQueryCache({
  ofAcceptedKeys,
}: PersistedQueries): NonNullable<PersistedQueryOptions['cache']> {
  return {
    get: async (key) => ofAcceptedKeys.get(key.replace(KEY_PREFIX, '')),
    set: async (key, text) => ofAcceptedKeys.set(key.replace(KEY_PREFIX, ''), text),
    delete: async () => {}, // Apollo Server never calls it.
  };
}

/** The body of a request that may register a persisted query. */
const Registration = Compile(
  Type.Object({
    query: Type.String(),
    extensions: Type.Object({ persistedQuery: Type.Optional(Type.Unknown()) }),
  }),
);

/**
 * Removes the extension that registers a persisted query from requests without an API key that upstream has
 * accepted, so that their documents are executed but not stored.
 */
export function registerForAcceptedKeysOnly({ upstream }: Services): preHandlerAsyncHookHandler {
  return async (request) => {
    const { body } = request;
    if (!Registration.Check(body) || !body.extensions.persistedQuery) return;
    if (upstream.client.keys.isAccepted(identityOf(request).credential)) return;
    delete body.extensions.persistedQuery;
  };
}
