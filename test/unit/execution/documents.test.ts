import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { DocumentCache } from '../../../src/execution/documents/document-cache.ts';
import { Documents } from '../../../src/execution/documents/documents.ts';

const schema = buildSchema('type Query { price: Float }');

test('a document is parsed and validated once', () => {
  const documents = new Documents(schema, new DocumentCache(), true);
  const document = documents.parse('{ price }');
  expect(documents.validate(document)).toEqual([]);
  expect(documents.parse('{ price }')).toBe(document);
});

test('an invalid document is not cached', () => {
  const cache = new DocumentCache();
  const documents = new Documents(schema, cache, true);
  expect(documents.validate(documents.parse('{ prise }'))).toHaveLength(1);
  expect(cache.bytes).toBe(0);
});

test('errors have a code, and suggest names of the schema only if introspection is on', () => {
  const [open, hidden] = [true, false].map(
    (introspection) => new Documents(schema, new DocumentCache(), introspection),
  ) as [Documents, Documents];
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
