/** Roughly how many characters are parsed before the generator yields. */
const PIECE_CHARACTERS = 2 ** 18;

/**
 * Values nested deeper than this are never divided into pieces. Five levels reach the longest lists, those of
 * prices in a response of `POST /odds/batch`: `{ data: { events: [{ odds: [` opens five.
 */
const DIVIDED_LEVELS = 5;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Parses JSON as `JSON.parse` does, and yields after each piece: parsing a long text at once could
 * block for too long. Throws a `SyntaxError`.
 */
export function* parseInPieces(
  text: string,
  pieceCharacters: number = PIECE_CHARACTERS,
): Generator<undefined, unknown> {
  const parser = new PieceParser(text, pieceCharacters);
  const value = yield* parser.value(1);
  parser.expectEnd();
  return value;
}

/**
 * Walks through the outer levels of a JSON text. It only finds where their values end: `JSON.parse` checks
 * what is between two delimiters.
 */
class PieceParser {
  readonly #text: string;
  readonly #pieceCharacters: number;
  /** The position in the text. */
  #at = 0;
  /** The position at which the last piece ended. */
  #yieldedAt = 0;

  constructor(text: string, pieceCharacters: number) {
    this.#text = text;
    this.#pieceCharacters = pieceCharacters;
  }

  /** Parses the value that begins here. `level` is 1 for the outermost. */
  *value(level: number): Generator<undefined, unknown> {
    const opening = level > DIVIDED_LEVELS ? null : this.#next();
    if (opening === OBJECT) return yield* this.#object(level);
    if (opening === LIST) return yield* this.#list(level);
    const start = this.#at;
    this.#at = this.#valueEnd(start);
    const value: unknown = JSON.parse(this.#text.slice(start, this.#at));
    if (this.#isPieceDone()) yield;
    return value;
  }

  expectEnd(): void {
    if (!Number.isNaN(this.#next())) throw this.#unexpected();
  }

  *#object(level: number): Generator<undefined, object> {
    const entries: [string, unknown][] = [];
    this.#at += 1;
    if (this.#skip(OBJECT_END)) return {};
    do {
      if (this.#next() !== QUOTE) throw this.#unexpected();
      const start = this.#at;
      this.#at = this.#stringEnd(start);
      const key: string = JSON.parse(this.#text.slice(start, this.#at));
      if (!this.#skip(COLON)) throw this.#unexpected();
      entries.push([key, yield* this.value(level + 1)]);
    } while (this.#skip(COMMA));
    if (!this.#skip(OBJECT_END)) throw this.#unexpected();
    return Object.fromEntries(entries);
  }

  /** Parses small items together, as one piece; divides an item that is larger than a piece. */
  *#list(level: number): Generator<undefined, unknown[]> {
    const items: unknown[] = [];
    this.#at += 1;
    if (this.#skip(LIST_END)) return items;
    do {
      this.#next();
      const firstEnd = this.#valueEnd(this.#at);
      if (firstEnd - this.#at > this.#pieceCharacters) {
        items.push(yield* this.value(level + 1));
        continue; // To the loop's condition, which looks for a comma.
      }
      const end = this.#runEnd(this.#at, firstEnd);
      const parsed: unknown[] = JSON.parse(`[${this.#text.slice(this.#at, end)}]`);
      if (parsed.length === 0) throw this.#unexpected(); // A comma without an item.
      for (const item of parsed) items.push(item);
      this.#at = end;
      if (this.#isPieceDone()) yield;
    } while (this.#skip(COMMA));
    if (!this.#skip(LIST_END)) throw this.#unexpected();
    return items;
  }

  /** The end of the run of items that are parsed together. The first of them ends at `firstEnd`. */
  #runEnd(start: number, firstEnd: number): number {
    let end = firstEnd;
    while (end - start < this.#pieceCharacters && this.#text.charCodeAt(end) === COMMA) {
      const next = this.#valueEnd(end + 1);
      if (next - end > this.#pieceCharacters) break;
      end = next;
    }
    return end;
  }

  /** Whether a whole piece has been parsed since the last one; if so, the next one begins here. */
  #isPieceDone(): boolean {
    if (this.#at - this.#yieldedAt < this.#pieceCharacters) return false;
    this.#yieldedAt = this.#at;
    return true;
  }

  /** Moves to the next character that is not white space. Returns its code; `NaN` at the end. */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at += 1;
    }
  }

  /** Moves beyond the next character if it has this code, and returns whether it has. */
  #skip(code: number): boolean {
    if (this.#next() !== code) return false;
    this.#at += 1;
    return true;
  }

  /** The position of the comma or bracket after the value that starts here, or the end of the text. */
  #valueEnd(start: number): number {
    const text = this.#text;
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.#stringEnd(at) - 1;
      else if (code === OBJECT || code === LIST) depth += 1;
      else if (code === COMMA && depth === 0) return at;
      else if (code === OBJECT_END || code === LIST_END) {
        if (depth === 0) return at;
        depth -= 1;
      }
    }
    return text.length;
  }

  #stringEnd(start: number): number {
    let at = start;
    do {
      at = this.#text.indexOf('"', at + 1);
      if (at < 0) return this.#text.length;
    } while (this.#isEscaped(at));
    return at + 1;
  }

  /** Whether an odd number of backslashes precedes the quote at this position. */
  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    return (at - before) % 2 === 1;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected character at position ${this.#at}.`);
  }
}
