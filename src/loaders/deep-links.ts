import type DataLoader from 'dataloader';
import { DEEP_LINK_BATCH_MAX } from '../contract/limits.ts';
import { ROUTE_TIERS } from '../contract/tiers.ts';
import type { Session } from '../upstream/session.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { namingTiers } from './restriction.ts';

export type DeepLinkLoader = DataLoader<string, string | null>;

/** Paths of redirects by the id of odds or of an opportunity; null where there is none. */
export function deepLinkLoader(session: Session, state: string): DeepLinkLoader {
  return keyedBatchLoader<string | null>({
    chunkSize: () => DEEP_LINK_BATCH_MAX,
    load: (ids) =>
      namingTiers(
        session,
        [],
        () => session.upstream.deepLinks(session.caller, { ids, state }),
        ROUTE_TIERS.deepLinks,
      ),
    missing: null,
  });
}
