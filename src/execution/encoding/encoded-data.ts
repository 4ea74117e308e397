/** A body, or a part of one. Text is written in UTF-8. */
export type BodyPart = Buffer | string;

export function bytesOf(part: BodyPart): Buffer {
  return typeof part === 'string' ? Buffer.from(part) : part;
}

/** The beginning of a response without errors, before its encoded data. */
export const DATA_HEAD = '{"data":';

/** The end of a response, after its encoded data. */
export function dataTail(extensions: unknown): string {
  return extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
}

/** The encoded `data` of a response, which is thus encoded once, however often it is sent. */
export class EncodedData {
  /**
   * Text until the bytes are read, bytes from then on, so that this never holds both. Long data stays in
   * the chunks that it was encoded in, because joining them would block for too long.
   */
  #form: string | readonly Buffer[];
  #isSent = false;
  /** In bytes, also while it is text. */
  readonly length: number;

  constructor(form: string | readonly Buffer[]) {
    this.#form = form;
    this.length =
      typeof form === 'string'
        ? Buffer.byteLength(form)
        : form.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  get bytes(): readonly Buffer[] {
    if (typeof this.#form === 'string') this.#form = [Buffer.from(this.#form)];
    return this.#form;
  }

  /**
   * What to send: text the first time, bytes from then on. Most responses are sent only once, and bytes lie outside V8's
   * heap, where every 64 MB that are allocated start a garbage collection of the whole heap.
   */
  toSend(): readonly BodyPart[] {
    if (typeof this.#form !== 'string' || this.#isSent) return this.bytes;
    this.#isSent = true;
    return [this.#form];
  }
}
