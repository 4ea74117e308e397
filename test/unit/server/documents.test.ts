import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { Documents } from '../../../src/server/documents.ts';

const schema = buildSchema('type Query { price: Float }');

test('a document is parsed and validated once', () => {
  const documents = new Documents(schema, true);
  const document = documents.parse('{ price }');
  expect(documents.parse('{ price }')).toBe(document);
  expect(documents.validate(document)).toBe(documents.validate(document));
});

test('what is wrong with it has a code, and names of the schema only where it may be asked for', () => {
  const [open, hidden] = [new Documents(schema, true), new Documents(schema, false)];
  for (const [documents, suggestion] of [
    [open, ' Did you mean "price"?'],
    [hidden, ''],
  ] as const) {
    expect(documents.validate(documents.parse('{ prise }'))).toMatchObject([
      {
        message: `Cannot query field "prise" on type "Query".${suggestion}`,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
  }
  expect(() => open.parse('{')).toThrow(
    expect.objectContaining({ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }),
  );
});

test('documents that are long are let go of, the least used first', () => {
  const documents = new Documents(schema, true);
  const text = (i: number) => `{ a${i}: price${' '.repeat(99_000)} }`;
  const first = documents.parse(text(0));
  for (let i = 1; i < 50; i += 1) documents.parse(text(i));
  expect(documents.parse(text(49))).toBe(documents.parse(text(49)));
  expect(documents.parse(text(0))).not.toBe(first);
});
