import { Readable } from 'node:stream';

/** The size of the largest slice. */
export const SLICE_BYTES = 64 * 2 ** 10;

/** Streams a body in slices. Each is written when the socket is ready for more data. */
export function inSlices(body: readonly Buffer[]): Readable {
  return Readable.from(slicesOf(body), { objectMode: false, highWaterMark: SLICE_BYTES });
}

function* slicesOf(body: readonly Buffer[]): Generator<Buffer> {
  for (const buffer of body) {
    for (let start = 0; start < buffer.length; start += SLICE_BYTES) {
      yield buffer.subarray(start, start + SLICE_BYTES);
    }
  }
}
