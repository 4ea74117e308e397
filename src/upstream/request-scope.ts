import type { Tier } from '../contract/tiers.ts';
import type { Caller } from './client.ts';
import type { Upstream } from './upstream.ts';

/** What one operation needs to call upstream: the client, the caller and the caller's tier. */
export interface RequestScope {
  readonly upstream: Upstream;
  readonly caller: Caller;
  /** The caller's tier; the lowest tier if upstream does not report it. */
  readonly tier: () => Promise<Tier>;
  /** The tier looked up again, after upstream has refused what the known tier allows. */
  readonly tierNow: () => Promise<Tier>;
}
