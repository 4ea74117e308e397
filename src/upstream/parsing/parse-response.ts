import { invalidResponse, parseJson } from '../failure.ts';
import { parseInPieces } from './json-pieces.ts';

/**
 * Longer texts wait for their turn: the responses to one query's requests often arrive together, and parsing
 * all of them at once would block the event loop.
 */
const QUEUED_CHARACTERS = 2 ** 16;

/** Longer texts are parsed in pieces, which takes up to twice as long in total. */
const PIECEWISE_CHARACTERS = 2 ** 20;

/**
 * Parses and validates the body of a response. Large ones are parsed in pieces, so that other work runs
 * in between: `turn` resolves when the next piece may be parsed. `validate` returns the parsed body, typed,
 * if it is valid. Throws `UPSTREAM_INVALID_RESPONSE`.
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
