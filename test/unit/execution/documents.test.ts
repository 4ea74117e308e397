import { buildSchema, type DocumentNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { documentBytes } from '../../../src/execution/documents/document-weight.ts';
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
const document = (i: number): DocumentNode => parse(`{ a${100 + i} { ${'b '.repeat(100)} } }`);
const textOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';
const BYTES = documentBytes(document(0)) + textOf(document(0)).length;

function cacheOf(accepted: number, others: number): Documents {
  return new Documents(schema, { introspection: true, bytesMax: { accepted, others } });
}

function add(cache: Documents, ...documents: readonly DocumentNode[]): void {
  for (const one of documents) cache.add(textOf(one), one);
}

function held(cache: Documents, documents: readonly DocumentNode[]): boolean[] {
  return documents.map((one) => cache.get(textOf(one)) === one);
}

test('documents of callers with a known key are only evicted by each other', () => {
  const cache = cacheOf(2 * BYTES, 2 * BYTES);
  const kept = [0, 1].map(document);
  for (const one of kept) {
    add(cache, one);
    cache.promote(one);
  }
  for (let i = 10; i < 30; i += 1) add(cache, document(i));
  expect(held(cache, kept)).toEqual([true, true]);
  const next = document(2);
  add(cache, next);
  cache.promote(next);
  expect(held(cache, [...kept, next])).toEqual([false, true, true]);
  expect(cache.bytes).toBe(3 * BYTES);
});

test('a document larger than its part of the cache is not cached', () => {
  const cache = cacheOf(BYTES - 1, BYTES - 1);
  const large = document(0);
  add(cache, large);
  cache.promote(large);
  expect([cache.bytes, ...held(cache, [large])]).toEqual([0, false]);
});
