import type DataLoader from 'dataloader';
import { DEEP_LINK_BATCH_MAX } from '../contract/limits.ts';
import type { Session } from '../upstream/session.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

export type DeepLinkLoader = DataLoader<string, string | null>;

/** Paths of redirects by the id of odds or of an opportunity; null where there is none. */
export function deepLinkLoader({ upstream, caller }: Session, state: string): DeepLinkLoader {
  return keyedBatchLoader<string | null>({
    chunkSize: () => DEEP_LINK_BATCH_MAX,
    load: (ids) => upstream.deepLinks(caller, { ids, state }),
    missing: null,
  });
}
