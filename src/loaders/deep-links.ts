import type DataLoader from 'dataloader';
import { DEEP_LINK_BATCH_MAX } from '../contract/limits.ts';
import { ROUTE_TIERS } from '../contract/tiers.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { withRequiredTier } from './restriction.ts';

export type DeepLinkLoader = DataLoader<string, string | null>;

/** Redirect paths by the id of odds or of an opportunity; null if there is none. */
export function deepLinkLoader(scope: RequestScope, state: string): DeepLinkLoader {
  return keyedBatchLoader<string | null>({
    chunkSize: () => DEEP_LINK_BATCH_MAX,
    load: (ids) =>
      withRequiredTier(
        scope,
        [],
        () => scope.upstream.deepLinks(scope.caller, { ids, state }),
        ROUTE_TIERS.deepLinks,
      ),
    missing: null,
  });
}
