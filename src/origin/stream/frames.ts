import { STREAM_CHUNK_ITEMS, type StreamEventKind } from '../../contract/stream.ts';

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
