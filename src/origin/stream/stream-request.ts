import type { FastifyRequest } from 'fastify';
import {
  DEFAULT_STREAM_CHANNEL,
  MIN_EV_DEFAULT,
  MIN_PROFIT_DEFAULT,
  type StreamChannel,
  StreamQuery,
} from '../../contract/stream.ts';
import { queryReader } from '../requests/read-request.ts';

export const STREAM_FILTERS = ['sportsbook', 'sport', 'league', 'event', 'market'] as const;

/** Which prices and opportunities a stream tells of. */
export type StreamFilter = Pick<StreamQuery, (typeof STREAM_FILTERS)[number]>;

/** What a client wants to be told. */
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

const readQuery = queryReader(StreamQuery);

/** Reads a request; what its path says holds, whatever the query says. */
export function readStreamRequest(
  request: FastifyRequest,
  ofPath: { readonly channel?: StreamChannel; readonly event?: string[] },
): StreamRequest {
  const { min_ev, min_profit, state, channel, ...filter } = {
    ...readQuery(request.query),
    ...ofPath,
  };
  return {
    id: `stream_${request.id}`,
    channel: channel ?? DEFAULT_STREAM_CHANNEL,
    filter,
    minEv: min_ev ?? MIN_EV_DEFAULT,
    minProfit: min_profit ?? MIN_PROFIT_DEFAULT,
    state: state?.toLowerCase(),
    reconnected: request.headers['last-event-id'] !== undefined,
  };
}
