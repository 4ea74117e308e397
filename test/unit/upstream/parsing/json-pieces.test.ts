import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInPieces } from '../../../../src/upstream/parsing/json-pieces.ts';

/** The parsed value, and how many pieces the text was parsed in. */
function parsed(text: string, pieceCharacters: number): { value: unknown; pieces: number } {
  const parsing = parseInPieces(text, pieceCharacters);
  for (let pieces = 1; ; pieces += 1) {
    const { done, value } = parsing.next();
    if (done) return { value, pieces };
  }
}

function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    return (error as Error).name;
  }
}

const pieceCharacters = fc.integer({ min: 1, max: 40 });

describe('a text that is parsed in pieces', () => {
  test('has the same value as one parsed at once, for any size of the pieces', () => {
    const texts = fc
      .tuple(fc.json({ maxDepth: 8 }), fc.constantFrom(0, 1, '\t', ' \r\n'))
      .map(([json, indent]) => JSON.stringify(JSON.parse(json), null, indent));
    fc.assert(
      fc.property(texts, pieceCharacters, (text, characters) => {
        expect(parsed(text, characters).value).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is refused exactly if JSON.parse refuses it', () => {
    const token = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '\\',
        '1',
        '-',
        'null',
        'x',
        ' ',
        '"__proto__"',
      ],
    );
    const broken = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));
    const cut = fc
      .tuple(fc.json(), fc.nat(), token)
      .map(
        ([text, at, other]) =>
          text.slice(0, at % text.length) + other + text.slice((at % text.length) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(broken, cut), pieceCharacters, (text, characters) => {
        expect(outcome(() => parsed(text, characters).value)).toStrictEqual(
          outcome(() => JSON.parse(text)),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    '[1,]',
    '[,1]',
    '[1,,2]',
    '[[1],]',
    '[',
    '[1',
    '{"a":1,}',
    '{"a"}',
    '[]]',
    '',
    '{"a":1}}',
  ])('is refused: %s', (text) => {
    expect(() => parsed(text, 1)).toThrow(SyntaxError);
  });

  test('takes a piece for each so many characters, wherever its long list is', () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'Boston "Celtics"' }));
    for (const body of [rows, { data: rows }, { data: { events: [{ odds: rows }] }, meta: {} }]) {
      const text = JSON.stringify(body);
      const { value, pieces } = parsed(text, 10_000);
      expect(value).toEqual(body);
      expect(pieces).toBeGreaterThan(text.length / 11_000);
      expect(pieces).toBeLessThan(text.length / 9_000 + 1);
    }
  });

  test('may be nested deeply', () => {
    let { value } = parsed('['.repeat(100_000) + ']'.repeat(100_000), 1_000);
    for (let depth = 1; depth < 100_000; depth += 1) [value] = value as unknown[];
    expect(value).toEqual([]);
  });
});
