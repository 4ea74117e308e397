import { DATA_DELAY_SECONDS, ODDS_BATCH_LIMIT, type Tier } from '../contract/tiers.ts';
import type { Viewer } from '../generated/graph.ts';
import type { AccountFacts } from '../upstream/ledger.ts';
import { graphTier } from './wire-values.ts';

export type ViewerModel = Omit<Viewer, '__typename'>;

/** The account behind a key as the graph shows it. */
export function viewerModel(
  tier: Tier,
  facts: AccountFacts,
  canStream: boolean | null,
): ViewerModel {
  const { rateLimit } = facts;
  return {
    tier: graphTier(tier),
    dataDelaySeconds: facts.dataDelaySeconds ?? DATA_DELAY_SECONDS[tier],
    oddsBatchLimit: ODDS_BATCH_LIMIT[tier],
    rateLimit: rateLimit && { ...rateLimit, resetAt: new Date(rateLimit.resetAt).toISOString() },
    canStream: tier === 'free' ? false : tier === 'enterprise' ? true : canStream,
  };
}
