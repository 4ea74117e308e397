import { STREAM_CHUNK_ITEMS, type StreamEventKind } from '../../contract/stream.ts';

/** An encoded event but for its `id:` line, which every stream numbers for itself. */
export type Frame = Buffer;

export function frame(kind: StreamEventKind, payload: object): Frame {
  return encodedFrame(kind, JSON.stringify(payload));
}

/** The same, of a payload that is JSON already. */
export function encodedFrame(kind: StreamEventKind, json: string): Frame {
  return Buffer.from(`event: ${kind}\ndata: ${json}\n\n`);
}

/** A list in parts that fit in a frame each; none where the list is empty. */
export function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let offset = 0; offset < items.length; offset += STREAM_CHUNK_ITEMS) {
    yield items.slice(offset, offset + STREAM_CHUNK_ITEMS);
  }
}
