import type { Scheduler } from '../../scheduling/scheduler.ts';
import type { UpstreamStreamOptions } from '../../upstream/stream/upstream-stream.ts';
import type { Relay } from '../relay/relay.ts';
import type { LiveLimits } from './live-limits.ts';

/** Options for the live subscriptions of a process. */
export interface LiveOptions extends Omit<UpstreamStreamOptions, 'replacesEarlier'> {
  /** Shares CPU time fairly between accounts. */
  readonly scheduler: Scheduler;
  /** Limits that differ from the defaults. */
  readonly liveLimits?: Partial<LiveLimits>;
  /**
   * Hashes of the operator's API keys, with which viewers (users with a token) are served. Subscriptions
   * with these keys are not limited per key, but per viewer.
   */
  readonly viewerKeys?: ReadonlySet<string>;
  /** Shares boards, and so upstream's streams, with other replicas; null or left out without Redis. */
  readonly relay?: Relay | null;
}
