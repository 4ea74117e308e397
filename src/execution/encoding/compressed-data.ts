import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import pLimit from 'p-limit';
import { metrics } from '../../observability/metrics.ts';

/**
 * How many compressions run at a time: they run on the threads of libuv, which other work needs as well, for
 * instance verifying tokens. Further ones wait. If too many wait, responses are sent uncompressed.
 */
const RUNNING_MAX = 2;
const WAITING_MAX = 16;

const queue = pLimit(RUNNING_MAX);

/** The most bytes that one uncompressed block can hold: its length has 16 bits. */
const END_BYTES_MAX = 2 ** 16 - 1;

/** zlib allocates its output in pieces of this size. */
const CHUNK_BYTES = 64 * 2 ** 10;

/** RFC 1952: deflated, without a name and a time, written by an unknown system. */
const GZIP_HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/**
 * Text that is compressed with gzip once although each response ends differently: it ends on a block's boundary, and
 * blocks may be stored without compression, so each response gets a last block of its own.
 */
export interface CompressedData {
  readonly start: Buffer;
  readonly length: number;
  readonly checksum: number;
}

/** Compresses the parts of a text, off the main thread. Null if too many compressions wait already. */
export async function compress(parts: readonly Buffer[]): Promise<CompressedData | null> {
  if (queue.pendingCount >= WAITING_MAX) return null;
  metrics.compressions_total.inc();
  return queue(async () => {
    const text = Buffer.concat(parts);
    const options = { chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
    const start = Buffer.concat([GZIP_HEADER, await promisify(deflateRaw)(text, options)]);
    return { start, length: text.length, checksum: crc32(text) };
  });
}

/** The compressed text followed by `end`; null if `end` is too long for one block. */
export function withTail(
  { start, length, checksum }: CompressedData,
  end: Buffer,
): Buffer[] | null {
  if (end.length > END_BYTES_MAX) return null;
  // RFC 1951: BFINAL is 1 and BTYPE is 0 (stored). The block's length and its complement follow.
  const header = Buffer.of(1, 0, 0, 0, 0);
  header.writeUInt16LE(end.length, 1);
  header.writeUInt16LE(~end.length & 0xffff, 3);
  // RFC 1952: the checksum and the length of everything.
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, checksum));
  trailer.writeUInt32LE((length + end.length) % 2 ** 32, 4);
  return [start, Buffer.concat([header, end, trailer])];
}
