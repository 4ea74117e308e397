/** The parsed value of a text of this length or more is dropped after its first use. */
const DROPPED_CHARACTERS = 2 ** 16;

/**
 * A response from upstream. Only its text is kept: garbage collections would copy thousands of parsed
 * rows that are needed only for a moment. Whoever needs the parsed value shares it with others who need it at
 * the same time.
 */
export class UpstreamResponse {
  readonly text: string;
  /** When it goes stale, on the monotonic clock. */
  readonly expiresAt: number;
  #value: Pick<WeakRef<object>, 'deref'>;
  /** Set while the text is parsed again, once for all who need the value. */
  #parsing: Promise<object> | null = null;

  /** `value` is the parsed text. */
  constructor(text: string, value: object, expiresAt: number) {
    this.text = text;
    this.expiresAt = expiresAt;
    this.#value = text.length < DROPPED_CHARACTERS ? new WeakRef(value) : untilNextTurn(value);
  }

  /** The parsed value: the one that is in use, or else what `parse` returns, once for all. */
  value(parse: (text: string) => Promise<object>): Promise<object> | object {
    const existing = this.#value.deref();
    if (existing !== undefined) return existing;
    this.#parsing ??= parse(this.text)
      .then((value) => {
        this.#value = new WeakRef(value);
        return value;
      })
      .finally(() => {
        this.#parsing = null;
      });
    return this.#parsing;
  }
}

/**
 * A reference that loses its value when this turn of the event loop ends. Most large responses are read once,
 * and minor garbage collections copy what a `WeakRef` leads to, as if it were in use.
 */
function untilNextTurn(value: object): Pick<WeakRef<object>, 'deref'> {
  let kept: object | undefined = value;
  setImmediate(() => {
    kept = undefined;
  });
  return { deref: () => kept };
}
