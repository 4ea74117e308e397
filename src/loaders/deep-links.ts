import { DEEP_LINK_BATCH_MAX } from '../contract/limits.ts';
import { ROUTES } from '../contract/routes.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

/**
 * Deep links: paths at the odds service that redirect to a bet at its sportsbook, by the id of odds or of an
 * opportunity; null if there is none. `state` is the US state whose sites of sportsbooks they lead to.
 */
export function deepLinkLoader(scope: RequestScope, state: string) {
  return keyedBatchLoader<string | null>({
    chunkSize: () => DEEP_LINK_BATCH_MAX,
    load: async (ids) => {
      const { data } = await callRoute(scope, ROUTES.deepLinksBatch, { body: { ids, state } });
      return new Map(Object.entries(data).map(([id, path]) => [id, ownPath(path)]));
    },
    missing: null,
  });
}

/** The path; null if it would lead to another host once it is part of a URL, as `//host` does, also with tabs in between. */
function ownPath(path: string | null): string | null {
  return path && /^\/(?![\t\n\r]*[/\\])/.test(path) ? path : null;
}
