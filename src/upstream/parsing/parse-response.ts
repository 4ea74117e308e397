import { invalidResponse, parseJson } from '../failure.ts';
import { parseInPieces } from './json-pieces.ts';

/** Longer texts wait for a turn: the batches of one query often arrive together, and would block for long. */
const QUEUED_CHARACTERS = 2 ** 16;

/** Longer texts are parsed in pieces, which takes up to twice the time. */
const PIECEWISE_CHARACTERS = 2 ** 20;

/**
 * Parses and validates the body of a response. Large ones are parsed in pieces, so that other work runs
 * in between: `turn` resolves when the next piece may be parsed. `validate`
 * returns the body as its type. Throws `UPSTREAM_INVALID_RESPONSE`.
 */
export async function parseResponse<T>(
  text: string,
  validate: (body: unknown) => T,
  turn: () => Promise<void>,
): Promise<T> {
  if (text.length > QUEUED_CHARACTERS) await turn();
  if (text.length <= PIECEWISE_CHARACTERS) return validate(parseJson(text));
  const pieces = parseInPieces(text);
  for (;;) {
    const { done, value } = next(pieces);
    if (done) return validate(value);
    await turn();
  }
}

function next<T>(pieces: Generator<undefined, T>): IteratorResult<undefined, T> {
  try {
    return pieces.next();
  } catch {
    throw invalidResponse('is not JSON');
  }
}
