import type { Tier } from '../contract/tiers.ts';
import type { Caller } from './client.ts';
import type { Upstream } from './upstream.ts';

/** One operation's way to upstream: on whose behalf, and with which rights. */
export interface RequestScope {
  readonly upstream: Upstream;
  readonly caller: Caller;
  /** The caller's tier; the lowest where upstream does not tell. */
  readonly tier: () => Promise<Tier>;
  /** The same, asked anew: upstream has refused what the known tier allows. */
  readonly tierNow: () => Promise<Tier>;
}
