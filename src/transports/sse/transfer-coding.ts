/**
 * How the bytes of a response body are encoded before they are written (HTTP's transfer coding). Connections
 * with the same coding share encoded bytes.
 */
export interface TransferCoding {
  readonly name: 'identity' | 'chunked';
  /** An SSE comment, encoded, which keeps an idle connection open. */
  readonly ping: Buffer;
  /** Joins and encodes what is written in one go. */
  readonly encode: (parts: readonly Buffer[]) => Buffer;
}

const PING = Buffer.from(':\n\n');
const LINE_END = Buffer.from('\r\n');

/** The bytes as they are. */
export const IDENTITY = {
  name: 'identity',
  ping: PING,
  encode: (parts) => Buffer.concat(parts),
} as const satisfies TransferCoding;

/** Each write as one chunk of an HTTP/1.1 body. */
export const CHUNKED = {
  name: 'chunked',
  ping: chunk([PING]),
  encode: chunk,
} as const satisfies TransferCoding;

function chunk(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), ...parts, LINE_END]);
}
