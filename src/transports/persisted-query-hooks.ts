import type {
  FastifyRequest,
  onResponseAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { PersistedQueries } from '../execution/documents/persisted-queries.ts';
import { SharedPersistedQueries } from '../execution/documents/shared-persisted-queries.ts';
import type { Services } from '../resolvers/context.ts';
import { documentParamsOf, persistedHashOf } from './document-params.ts';
import { identityOf } from './request-identity.ts';

interface Hooks {
  readonly preHandler: preHandlerAsyncHookHandler[];
  readonly onResponse: onResponseAsyncHookHandler[];
}

/**
 * Fastify hooks that share a route's automatic persisted queries (APQ) with the other replicas over Redis.
 * `path` is that of the route.
 */
export function persistedQueryHooks(
  { sharedCache, upstream }: Services,
  documents: PersistedQueries,
  path: string,
): Hooks {
  if (sharedCache === null) return { preHandler: [], onResponse: [] };
  const shared = new SharedPersistedQueries(sharedCache, documents, path);
  return {
    preHandler: [
      async (request) => {
        const { credential } = identityOf(request);
        const hash = hashOf(request);
        if (credential !== null && hash !== null) await shared.fetch(credential, hash);
      },
    ],
    onResponse: [
      // By now upstream (the odds service) has accepted or refused an API key that this process had not seen before.
      async (request) => {
        const { credential } = identityOf(request);
        if (credential === null || !upstream.client.keys.isAccepted(credential)) return;
        const hash = hashOf(request);
        if (hash !== null) shared.share(credential, hash);
      },
    ],
  };
}

function hashOf(request: FastifyRequest): string | null {
  const params = documentParamsOf(request);
  return params && persistedHashOf(params);
}
