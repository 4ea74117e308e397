/** How a body is put on the wire. Connections of one form share the bytes. */
export interface Wire {
  readonly form: 'plain' | 'chunked';
  readonly ping: Buffer;
  /** Puts together what is written in one go. */
  readonly frame: (parts: readonly Buffer[]) => Buffer;
}

const PING = Buffer.from(':\n\n');
const LINE_END = Buffer.from('\r\n');

export const PLAIN = {
  form: 'plain',
  ping: PING,
  frame: (parts) => Buffer.concat(parts),
} as const satisfies Wire;

/** Each write as a part of a chunked HTTP/1.1 body. */
export const CHUNKED = {
  form: 'chunked',
  ping: chunk([PING]),
  frame: chunk,
} as const satisfies Wire;

function chunk(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), ...parts, LINE_END]);
}
