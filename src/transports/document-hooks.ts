import type {
  FastifyRequest,
  onResponseAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { PersistedDocuments } from '../execution/documents/persisted-documents.ts';
import { SharedDocuments } from '../execution/documents/shared-documents.ts';
import type { Services } from '../resolvers/context.ts';
import { paramsOf, persistedHashOf } from './document-params.ts';
import { identityOf } from './request-identity.ts';

interface Hooks {
  readonly preHandler: preHandlerAsyncHookHandler[];
  readonly onResponse: onResponseAsyncHookHandler[];
}

/** Hooks of a route, given by its path, that share persisted queries (APQ) with the other replicas over Redis. */
export function documentHooks(
  { sharedCache, upstream }: Services,
  documents: PersistedDocuments,
  path: string,
): Hooks {
  if (sharedCache === null) return { preHandler: [], onResponse: [] };
  const shared = new SharedDocuments(sharedCache, documents, path);
  return {
    preHandler: [
      async (request) => {
        const { credential } = identityOf(request);
        const hash = hashOf(request);
        if (credential !== null && hash !== null) await shared.fetch(credential, hash);
      },
    ],
    onResponse: [
      // By now upstream has accepted or refused an API key that this process had not seen before.
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
  const params = paramsOf(request);
  return params && persistedHashOf(params);
}
