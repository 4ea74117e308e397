import { DATA_DELAY_SECONDS, ODDS_BATCH_LIMIT, type Tier } from '../contract/tiers.ts';
import type { Viewer } from '../generated/schema-types.ts';
import type { AccountStatus } from '../upstream/accounts/account-statuses.ts';
import { graphTier } from './wire-values.ts';

/** The account behind a key. `canStream`: whether it has the streaming add-on; null if that is not known yet. */
export function viewerModel(
  tier: Tier,
  accountStatus: AccountStatus,
  canStream: boolean | null,
): Viewer {
  const { rateLimit } = accountStatus;
  return {
    tier: graphTier(tier),
    dataDelaySeconds: accountStatus.dataDelaySeconds ?? DATA_DELAY_SECONDS[tier],
    oddsBatchLimit: ODDS_BATCH_LIMIT[tier],
    rateLimit: rateLimit && { ...rateLimit, resetAt: new Date(rateLimit.resetAt).toISOString() },
    // The add-on decides only between the free tier, which never streams, and enterprise, which always may.
    canStream: tier === 'free' ? false : tier === 'enterprise' ? true : canStream,
  };
}
