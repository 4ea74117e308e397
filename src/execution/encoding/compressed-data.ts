import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, zstdCompress } from 'node:zlib';
import pLimit from 'p-limit';
import { compressions } from '../../observability/metrics.ts';

/** The content codings that responses are sent in, the preferred one first. */
export const CONTENT_CODINGS = ['zstd', 'br', 'gzip'] as const;

export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/**
 * How many compressions run at a time: they run on the threads of libuv, which other work needs as well, for
 * instance verifying tokens. Further ones wait. If too many wait, responses are sent uncompressed.
 */
const RUNNING_MAX = 2;
const WAITING_MAX = 16;

const queue = pLimit(RUNNING_MAX);

/** The most bytes that one uncompressed block can hold in every coding. The 16-bit length in gzip is the strictest. */
const END_BYTES_MAX = 2 ** 16 - 1;

/** zlib allocates its output in pieces of this size. */
const CHUNK_BYTES = 64 * 2 ** 10;

/**
 * Text that is compressed once although each response ends differently: it ends on a block's boundary. In every coding,
 * blocks may be stored without compression, so each response gets a last block of its own.
 */
export interface CompressedData {
  readonly start: Buffer;
  /** The last block, which contains `end` uncompressed, and whatever the coding requires after it. */
  blockOf(end: Buffer): Buffer;
}

/** Compresses the parts of a text, off the main thread. Null if too many compressions wait already. */
export async function compress(
  parts: readonly Buffer[],
  coding: ContentCoding,
): Promise<CompressedData | null> {
  if (queue.pendingCount >= WAITING_MAX) return null;
  compressions.inc({ coding });
  return queue(() => COMPRESS[coding](Buffer.concat(parts)));
}

/** The compressed text followed by `end`; null if `end` is too long for one block. */
export function withTail({ start, blockOf }: CompressedData, end: Buffer): Buffer[] | null {
  return end.length > END_BYTES_MAX ? null : [start, blockOf(end)];
}

const COMPRESS: Readonly<Record<ContentCoding, (text: Buffer) => Promise<CompressedData>>> = {
  zstd: compressZstd,
  br: compressBrotli,
  gzip: compressGzip,
};

/** RFC 8878: a frame without content size and checksum, and a raw block. */
async function compressZstd(text: Buffer): Promise<CompressedData> {
  const options = { chunkSize: CHUNK_BYTES, finishFlush: constants.ZSTD_e_flush };
  return {
    start: await promisify(zstdCompress)(text, options),
    blockOf(end) {
      // Header bits from the lowest: last block, type (two bits, 0 for raw), length.
      const isLast = 1;
      return Buffer.concat([uint24((end.length << 3) | isLast), end]);
    },
  };
}

/** RFC 7932: a meta-block without compression, and an empty one that is the last. */
async function compressBrotli(text: Buffer): Promise<CompressedData> {
  const options = {
    chunkSize: CHUNK_BYTES,
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    // Higher qualities take several times as long and save little.
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  };
  return {
    start: await promisify(brotliCompress)(text, options),
    blockOf(end) {
      // Header bits from the lowest: ISLAST, MNIBBLES (two bits, 0 for a 16-bit length), MLEN - 1, ISUNCOMPRESSED.
      const isUncompressed = 1 << 19;
      const lastEmptyBlock = Buffer.of(0b11);
      return Buffer.concat([uint24(isUncompressed | ((end.length - 1) << 3)), end, lastEmptyBlock]);
    },
  };
}

/** RFC 1952: deflated, without a name and a time, written by an unknown system. */
const GZIP_HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/** RFC 1951: a stored block, followed by the checksum and the length of everything. */
async function compressGzip(text: Buffer): Promise<CompressedData> {
  const options = { chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
  const deflated = await promisify(deflateRaw)(text, options);
  const [length, checksum] = [text.length, crc32(text)];
  return {
    start: Buffer.concat([GZIP_HEADER, deflated]),
    blockOf(end) {
      // BFINAL is 1 and BTYPE is 0 (stored). The length and its complement follow.
      const header = Buffer.of(1, 0, 0, 0, 0);
      header.writeUInt16LE(end.length, 1);
      header.writeUInt16LE(~end.length & 0xffff, 3);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc32(end, checksum));
      trailer.writeUInt32LE((length + end.length) % 2 ** 32, 4);
      return Buffer.concat([header, end, trailer]);
    },
  };
}

/** Three bytes, the lowest first. */
function uint24(value: number): Buffer {
  return Buffer.of(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff);
}
