/** The parts of a GraphQL response. */
export interface ResponseParts {
  readonly data?: unknown;
  readonly errors?: readonly object[] | undefined;
  readonly extensions?: unknown;
}

/** The beginning of a response without errors, before its encoded data. */
const DATA_HEAD = Buffer.from('{"data":');

const encodedOf = new WeakMap<object, EncodedData>();

/**
 * The encoded `data` of a response. A placeholder object stands for it, so that it passes through Yoga
 * and Apollo Server as an ordinary result without being encoded again.
 */
export class EncodedData {
  /**
   * Text until the bytes are read, bytes from then on, so that memory never holds both. Long data stays
   * in the chunks that it was encoded in, because joining them would block for too long.
   */
  #form: string | readonly Buffer[];

  private constructor(form: string | readonly Buffer[]) {
    this.#form = form;
  }

  static of(data: object): EncodedData {
    return new EncodedData(JSON.stringify(data));
  }

  static ofChunks(chunks: readonly Buffer[]): EncodedData {
    return new EncodedData(chunks);
  }

  /** An empty object that stands for the encoded data, so that the objects that were encoded can be freed. */
  placeholder(): Record<string, never> {
    const data = {};
    encodedOf.set(data, this);
    return data;
  }

  /** Its bytes, or its characters as long as it is text. */
  get length(): number {
    if (typeof this.#form === 'string') return this.#form.length;
    return this.#form.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  get json(): string {
    return typeof this.#form === 'string' ? this.#form : Buffer.concat(this.#form).toString();
  }

  get bytes(): readonly Buffer[] {
    if (typeof this.#form === 'string') this.#form = [Buffer.from(this.#form)];
    return this.#form;
  }
}

/** A response without errors in UTF-8, in parts. Only the last part depends on `extensions`. */
export function dataResponseBytes(data: EncodedData, extensions: unknown): readonly Buffer[] {
  return [DATA_HEAD, ...data.bytes, Buffer.from(`,"extensions":${JSON.stringify(extensions)}}`)];
}

/** The JSON text of a response. */
export function responseJson(parts: ResponseParts): string {
  const { head, data, tail } = split(parts);
  return data === null ? head + tail : head + data.json + tail;
}

/** The same in UTF-8, in parts to be written one after the other, so that the data is not copied. */
export function responseBytes(parts: ResponseParts): readonly Buffer[] {
  const { head, data, tail } = split(parts);
  return data === null
    ? [Buffer.from(head + tail)]
    : [Buffer.from(head), ...data.bytes, Buffer.from(tail)];
}

function split({ data, errors, extensions }: ResponseParts) {
  const encoded = typeof data === 'object' && data !== null ? encodedOf.get(data) : undefined;
  const before = errors === undefined ? [] : [`"errors":${JSON.stringify(errors)}`];
  const after = extensions === undefined ? [] : [`"extensions":${JSON.stringify(extensions)}`];
  if (encoded === undefined) {
    const plain = data === undefined ? [] : [`"data":${JSON.stringify(data)}`];
    return { head: '{', data: null, tail: `${[...before, ...plain, ...after].join(',')}}` };
  }
  return {
    head: `{${[...before, '"data":'].join(',')}`,
    data: encoded,
    tail: `${['', ...after].join(',')}}`,
  };
}
