import { Readable } from 'node:stream';

/** The largest part. */
export const PART_BYTES = 64 * 2 ** 10;

/** A body as a stream of parts, each written once the connection has taken the one before. */
export function inParts(body: readonly Buffer[]): Readable {
  return Readable.from(partsOf(body), { objectMode: false, highWaterMark: PART_BYTES });
}

function* partsOf(body: readonly Buffer[]): Generator<Buffer> {
  for (const buffer of body) {
    for (let start = 0; start < buffer.length; start += PART_BYTES) {
      yield buffer.subarray(start, start + PART_BYTES);
    }
  }
}
