import type { Tier } from '../contract/tiers.ts';
import type { Caller } from './call.ts';
import type { Upstream } from './upstream.ts';

/** What one operation needs to call upstream: the client, the caller and the caller's tier. */
export interface RequestScope {
  readonly upstream: Upstream;
  readonly caller: Caller;
  /** The caller's subscription tier; the lowest tier if upstream does not report it. */
  readonly tier: () => Promise<Tier>;
  /** Looks the tier up again, unless that just happened: for when upstream has refused what the known tier allows. */
  readonly refreshedTier: () => Promise<Tier>;
}
