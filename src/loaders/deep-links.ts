import type DataLoader from 'dataloader';
import { DEEP_LINK_BATCH_MAX } from '../contract/limits.ts';
import { ROUTES } from '../contract/routes.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { callRoute } from './restriction.ts';

export type DeepLinkLoader = DataLoader<string, string | null>;

/** Redirect paths by the id of odds or of an opportunity; null if there is none. */
export function deepLinkLoader(scope: RequestScope, state: string): DeepLinkLoader {
  return keyedBatchLoader<string | null>({
    chunkSize: () => DEEP_LINK_BATCH_MAX,
    load: async (ids) => {
      const { data } = await callRoute(scope, ROUTES.deepLinksBatch, { body: { ids, state } });
      return new Map(Object.entries(data).map(([id, path]) => [id, ownPath(path)]));
    },
    missing: null,
  });
}

/** A path at the service itself. Anything else would lead to another host once it is part of an address. */
function ownPath(path: string | null): string | null {
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}
