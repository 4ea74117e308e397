/** The beginning of a response without errors, before its encoded data. */
const DATA_HEAD = Buffer.from('{"data":');

/** The encoded `data` of a response, which is thus encoded once, however often it is sent. */
export class EncodedData {
  /**
   * Text until the bytes are read, bytes from then on, so that memory never holds both. Long data stays
   * in the chunks that it was encoded in, because joining them would block for too long.
   */
  #form: string | readonly Buffer[];

  constructor(form: string | readonly Buffer[]) {
    this.#form = form;
  }

  /** Its bytes, or its characters as long as it is text. */
  get length(): number {
    if (typeof this.#form === 'string') return this.#form.length;
    return this.#form.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  get bytes(): readonly Buffer[] {
    if (typeof this.#form === 'string') this.#form = [Buffer.from(this.#form)];
    return this.#form;
  }
}

/** A response without errors in UTF-8, in parts. Only the last part depends on `extensions`. */
export function dataResponseBytes(data: EncodedData, extensions: unknown): readonly Buffer[] {
  const tail = extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
  return [DATA_HEAD, ...data.bytes, Buffer.from(tail)];
}
