import { randomUUID } from 'node:crypto';
import { invalidResponse } from './failure.ts';
import { parseJson } from './read-json.ts';

/**
 * Longer texts wait for their turn: the responses to one query's requests often arrive together, and parsing
 * all of them at once would block the event loop.
 */
const QUEUED_CHARACTERS = 2 ** 16;

/** Longer texts are parsed in pieces: in total that takes up to twice as long. */
const PIECEWISE_CHARACTERS = 2 ** 20;

/** A piece ends with the item in which so many characters are reached. */
const PIECE_CHARACTERS = 2 ** 18;

/** The depth of the list that makes a response long: `{"data":{"events":[` of `POST /odds/batch`. */
const LIST_DEPTH = 3;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Parses and validates the body of a response. Large batches are parsed in pieces, so that other work
 * runs in between: `turn` resolves when the next piece may be parsed. `validate` returns the parsed body, typed,
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

/**
 * Parses JSON as `JSON.parse` does, and yields after each piece of the lists at `LIST_DEPTH`. The rest of the
 * text has a mark in place of each piece until it is parsed as well, so `JSON.parse` checks everything. A list that has
 * pieces begins with one; what follows its last comma is in the rest.
 */
export function* parseInPieces(
  text: string,
  pieceCharacters: number = PIECE_CHARACTERS,
): Generator<undefined, unknown> {
  const mark = randomUUID();
  const pieces = new Map<unknown, readonly unknown[]>();
  let rest = '';
  let restEnd = 0;
  for (const [start, end] of piecesIn(text, pieceCharacters)) {
    const items: unknown[] = JSON.parse(`[${text.slice(start, end)}]`);
    if (items.length === 0) throw new SyntaxError('A comma without an item.');
    const name = mark + pieces.size;
    pieces.set(name, items);
    rest += `${text.slice(restEnd, start)}"${name}"`;
    restEnd = end;
    yield;
  }
  rest += text.slice(restEnd);
  if (pieces.size === 0) return JSON.parse(rest);
  return JSON.parse(rest, (_, value) =>
    Array.isArray(value) && pieces.has(value[0])
      ? value.flatMap((item) => pieces.get(item) ?? [item])
      : value,
  );
}

/** The starts and ends of the pieces: runs of items, up to a comma, of a list at `LIST_DEPTH`. */
function* piecesIn(text: string, pieceCharacters: number): Generator<readonly [number, number]> {
  let depth = 0;
  let start = Number.POSITIVE_INFINITY; // Where the piece begins; infinity outside of such a list.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === OBJECT || code === LIST) {
      depth += 1;
      if (depth === LIST_DEPTH) start = code === LIST ? at + 1 : Number.POSITIVE_INFINITY;
    } else if (code === OBJECT_END || code === LIST_END) {
      if (depth === LIST_DEPTH) start = Number.POSITIVE_INFINITY;
      depth -= 1;
    } else if (code === COMMA && depth === LIST_DEPTH && at - start >= pieceCharacters) {
      yield [start, at];
      start = at + 1;
    }
  }
}

/** The position of the quote that ends the string; the end of the text if there is none. */
function stringEnd(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
}
