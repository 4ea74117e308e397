import { buildSchema, type DocumentNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { compiledBytes, documentBytes } from '../../../src/execution/documents/document-weight.ts';
import { Documents } from '../../../src/execution/documents/documents.ts';

const schema = buildSchema('type Query { price: Float }');

test('a document is parsed and validated once', () => {
  const documents = new Documents(schema, { introspection: true });
  const document = documents.parse('{ price }');
  expect(documents.validate(document)).toEqual([]);
  expect(documents.parse('{ price }')).toBe(document);
  const before = documents.bytes;
  expect(documents.validate(documents.parse('{ prise }'))).toHaveLength(1);
  expect(documents.bytes).toBe(before); // One that is invalid is not kept.
});

/** Each of the same weight. */
const textOf = (i: number): string => `{ price ${'# '.repeat(100)}${100 + i}\n }`;
const PARSED = documentBytes(parse(textOf(0)));
const COMPILED = compiledBytes(parse(textOf(0)));

function cacheOf(accepted: number, others: number) {
  const cache = new Documents(schema, { introspection: true, bytesMax: { accepted, others } });
  const add = (i: number): DocumentNode => {
    const one = cache.parse(textOf(i));
    cache.validate(one);
    return one;
  };
  const held = (...some: readonly number[]) => some.map((i) => cache.get(textOf(i)) !== undefined);
  return { cache, add, held };
}

test('documents of callers with a known key are only evicted by each other', () => {
  const { cache, add, held } = cacheOf(8 * COMPILED, 2 * PARSED);
  for (let i = 0; i < 8; i += 1) expect(cache.runnersOf(add(i))).not.toBeNull();
  for (let i = 10; i < 30; i += 1) add(i);
  expect(held(0, 7, 27, 28, 29)).toEqual([true, true, false, true, true]);
  cache.runnersOf(add(8)); // From the other part, of which it frees its own place.
  expect(held(0, 1, 8, 29)).toEqual([true, false, true, true]);
  expect(cache.bytes).toBe(8 * COMPILED + PARSED);
});

test('what executes a document is kept as long as the document is, for all who have parsed its text', () => {
  const { cache, add } = cacheOf(8 * COMPILED, 1);
  const [one, other] = [add(0), add(0)];
  const runners = cache.runnersOf(one);
  expect(cache.runnersOf(other)).toBe(runners);
  for (let i = 1; i <= 8; i += 1) cache.runnersOf(add(i));
  expect(cache.runnersOf(one)).not.toBe(runners);
});

test('a document larger than an eighth of its part of the cache is not compiled, nor cached above the whole', () => {
  const large = cacheOf(8 * COMPILED - 1, PARSED);
  expect([large.cache.runnersOf(large.add(0)), ...large.held(0)]).toEqual([null, true]);
  const { cache, add, held } = cacheOf(8 * COMPILED - 1, PARSED - 1);
  expect([cache.runnersOf(add(0)), cache.bytes, ...held(0)]).toEqual([null, 0, false]);
});
