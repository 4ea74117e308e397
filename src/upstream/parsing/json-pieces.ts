/** Characters that are parsed without yielding, roughly. */
const PIECE_CHARACTERS = 2 ** 18;

/** Levels of nesting that are divided: as many as the prices of an event in a batch need. */
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
 * Walks through the outer levels of a text. It only looks for where their values end; whatever is
 * between two delimiters has to be valid for `JSON.parse`.
 */
class PieceParser {
  readonly #text: string;
  readonly #pieceCharacters: number;
  #at = 0;
  #yieldedAt = 0;

  constructor(text: string, pieceCharacters: number) {
    this.#text = text;
    this.#pieceCharacters = pieceCharacters;
  }

  *value(level: number): Generator<undefined, unknown> {
    const first = level > DIVIDED_LEVELS ? null : this.#next();
    if (first === OBJECT) return yield* this.#object(level);
    if (first === LIST) return yield* this.#list(level);
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

  /** Small items are parsed together; an item larger than a piece is divided itself. */
  *#list(level: number): Generator<undefined, unknown[]> {
    const items: unknown[] = [];
    this.#at += 1;
    if (this.#skip(LIST_END)) return items;
    do {
      this.#next();
      const firstEnd = this.#valueEnd(this.#at);
      if (firstEnd - this.#at > this.#pieceCharacters) {
        items.push(yield* this.value(level + 1));
        continue; // To the comma behind it.
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

  /** Where the items end that are parsed together with the first, which ends at `firstEnd`. */
  #runEnd(start: number, firstEnd: number): number {
    let end = firstEnd;
    while (end - start < this.#pieceCharacters && this.#text.charCodeAt(end) === COMMA) {
      const next = this.#valueEnd(end + 1);
      if (next - end > this.#pieceCharacters) break;
      end = next;
    }
    return end;
  }

  #isPieceDone(): boolean {
    if (this.#at - this.#yieldedAt < this.#pieceCharacters) return false;
    this.#yieldedAt = this.#at;
    return true;
  }

  /** The next character that is not white space, to which this moves; `NaN` at the end. */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at += 1;
    }
  }

  /** Moves beyond the next character if it is this one. */
  #skip(code: number): boolean {
    if (this.#next() !== code) return false;
    this.#at += 1;
    return true;
  }

  /** Where the value that starts here ends: at the latest before the next delimiter of its own level. */
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

  /** Whether an odd number of backslashes precedes. */
  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    return (at - before) % 2 === 1;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected character at position ${this.#at}.`);
  }
}
