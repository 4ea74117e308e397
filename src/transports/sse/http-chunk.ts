const LINE_END = Buffer.from('\r\n');

/**
 * Joins what is written in one go to one chunk of an HTTP/1.1 body. Subscribers share encoded events in this
 * form, so that it is made once and not for each of them.
 */
export function httpChunk(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), ...parts, LINE_END]);
}

/** What a chunk contains. */
export function contentOf(chunk: Buffer): Buffer {
  return chunk.subarray(chunk.indexOf('\n') + 1, -LINE_END.length);
}
