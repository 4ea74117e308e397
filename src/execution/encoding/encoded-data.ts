import type { GraphQLFormattedError } from 'graphql';

/** The parts of a GraphQL response. */
export interface ResponseParts {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: unknown;
}

const encodedOf = new WeakMap<object, EncodedData>();

/**
 * The `data` of a response, encoded once, found again by the object that stands for it. So it
 * passes through both servers as an ordinary result, and neither encodes it another time.
 */
export class EncodedData {
  /** Text until bytes are asked for, bytes from then on: never both in memory. */
  #form: string | Buffer;

  private constructor(json: string) {
    this.#form = json;
  }

  static of(data: object): EncodedData {
    return new EncodedData(JSON.stringify(data));
  }

  static ofJson(json: string): EncodedData {
    return new EncodedData(json);
  }

  /**
   * An object that stands for the encoded data, without its content: what a response needs while it
   * is written is the bytes, and the rows behind them can go.
   */
  placeholder(): Record<string, never> {
    const data = {};
    encodedOf.set(data, this);
    return data;
  }

  get length(): number {
    return this.#form.length;
  }

  get json(): string {
    return typeof this.#form === 'string' ? this.#form : this.#form.toString();
  }

  get bytes(): Buffer {
    if (typeof this.#form === 'string') this.#form = Buffer.from(this.#form);
    return this.#form;
  }
}

/** The JSON text of a response. */
export function responseJson(parts: ResponseParts): string {
  const { head, data, tail } = split(parts);
  return data === null ? head + tail : head + data.json + tail;
}

/** The same in UTF-8, in parts to be written one after the other: the large one is not copied. */
export function responseBytes(parts: ResponseParts): readonly Buffer[] {
  const { head, data, tail } = split(parts);
  return data === null
    ? [Buffer.from(head + tail)]
    : [Buffer.from(head), data.bytes, Buffer.from(tail)];
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
