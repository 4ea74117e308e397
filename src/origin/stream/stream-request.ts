import type { StreamQuery } from '../../contract/routes/stream.ts';
import type { StreamChannel } from '../../contract/stream.ts';

/** The parameters of a stream that select prices and opportunities. */
export const STREAM_FILTERS = ['sportsbook', 'sport', 'league', 'event', 'market'] as const;

/** Which prices and opportunities a stream carries. An absent filter accepts all. */
export type StreamFilter = Pick<StreamQuery, (typeof STREAM_FILTERS)[number]>;

/** What a client asks a stream for. */
export interface StreamRequest {
  readonly id: string;
  readonly channel: StreamChannel;
  readonly filter: StreamFilter;
  /** In percent: opportunities with a lower EV or profit than these are left out. */
  readonly minEv: number;
  readonly minProfit: number;
  /** The US state for deep links to sportsbooks. */
  readonly state: string | undefined;
  /** Whether the client had a stream before. */
  readonly reconnected: boolean;
}
