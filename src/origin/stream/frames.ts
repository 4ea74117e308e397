import type { StreamQuery } from '../../contract/routes/stream.ts';
import {
  STREAM_CHUNK_ITEMS,
  type StreamChannel,
  type StreamEventKind,
} from '../../contract/stream.ts';

/** Which prices and opportunities a stream carries. An absent filter accepts all. */
export type StreamFilter = Pick<
  StreamQuery,
  'sportsbook' | 'sport' | 'league' | 'event' | 'market'
>;

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

/** An encoded SSE event without its `id:` line: each stream numbers its events itself. */
export type Frame = Buffer;

export function frame(kind: StreamEventKind, payload: object): Frame {
  return Buffer.from(`event: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`);
}

/** Splits a list into chunks that fit into one frame each; none if the list is empty. */
export function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let offset = 0; offset < items.length; offset += STREAM_CHUNK_ITEMS) {
    yield items.slice(offset, offset + STREAM_CHUNK_ITEMS);
  }
}
