import type { Scheduler } from '../../scheduling/scheduler.ts';
import type { UpstreamStreamOptions } from '../../upstream/stream/upstream-stream.ts';
import type { Relay } from '../relay/relay.ts';
import type { LiveLimits } from './live-limits.ts';

/** Options for the live subscriptions of a process. */
export interface LiveOptions extends UpstreamStreamOptions {
  /** Shares CPU time fairly between accounts. */
  readonly scheduler: Scheduler;
  /** Limits that differ from the defaults. */
  readonly liveLimits?: Partial<LiveLimits>;
  /**
   * Hashes of the server's own API keys, with which it serves viewers (users with a token). Subscriptions
   * with these keys are not limited per key, but per viewer.
   */
  readonly viewerKeys?: ReadonlySet<string>;
  /** Shares boards with other replicas; null without Redis. */
  readonly relay?: Relay | null;
}
