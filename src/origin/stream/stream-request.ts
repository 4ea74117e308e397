import type { FastifyRequest } from 'fastify';
import type { StreamQuery } from '../../contract/routes/stream.ts';
import type { StreamChannel } from '../../contract/stream.ts';

export const STREAM_FILTERS = ['sportsbook', 'sport', 'league', 'event', 'market'] as const;

/** Which prices and opportunities a stream carries. */
export type StreamFilter = Pick<StreamQuery, (typeof STREAM_FILTERS)[number]>;

/** What a client asks a stream for. */
export interface StreamRequest {
  readonly id: string;
  readonly channel: StreamChannel;
  readonly filter: StreamFilter;
  readonly minEv: number;
  readonly minProfit: number;
  /** US state of the links. */
  readonly state: string | undefined;
  /** Whether the client had a stream before. */
  readonly reconnected: boolean;
}

/** What the path of a convenience route fixes, whatever the query says. */
export interface FixedByPath {
  readonly channel?: StreamChannel;
  readonly event?: string[];
}

export function streamRequest(
  request: FastifyRequest,
  query: StreamQuery,
  fixed: FixedByPath,
): StreamRequest {
  const { min_ev, min_profit, state, channel, ...filter } = { ...query, ...fixed };
  return {
    id: `stream_${request.id}`,
    channel,
    filter,
    minEv: min_ev,
    minProfit: min_profit,
    state: state?.toLowerCase(),
    reconnected: request.headers['last-event-id'] !== undefined,
  };
}
