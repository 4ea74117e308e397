import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { documentBytes } from '../../../src/execution/documents/document-weight.ts';
import { OpenDocuments } from '../../../src/execution/documents/open-documents.ts';

test('a document counts for as long as any subscription keeps it, however often one lets it go', () => {
  const documents = new OpenDocuments();
  const max = 4.5 * documentBytes(parse('{ sports { id } }'));
  const keep = (account: string, alias = '') =>
    documents.keep(parse(`{ ${alias}sports { id } }`), account, max, 2);
  const [first, second, other] = [keep('A'), keep('A'), keep('B')];
  const { bytes } = documents;
  expect([second.document, other.document]).toEqual([first.document, first.document]);
  expect(second.document).toBe(first.document);
  expect(bytes).toBeGreaterThan(0);
  first.release();
  first.release();
  expect(documents.bytes).toBe(bytes);
  expect(() => keep('A', 'another: ')).toThrow('take a quarter'); // It has one still.
  const last = keep('C');
  expect(last.document).toBe(first.document);
  second.release();
  other.release();
  expect(documents.bytes).toBe(bytes);
  last.release();
  expect(documents.bytes).toBe(0);
});

test('variables of more than four thousand characters count for each subscription', () => {
  const documents = new OpenDocuments();
  const document = parse('{ sports { id } }');
  const keep = (account: string, length: number) =>
    documents.keep(document, account, 100_000, length);
  const first = keep('A', 4_000);
  const { bytes } = documents;
  const long = keep('A', 6_000);
  expect(documents.bytes).toBe(bytes + 20_000);
  expect(() => keep('A', 4_001)).toThrow('with their variables');
  keep('A', 4_000).release();
  keep('B', 4_001).release();
  long.release();
  first.release();
  expect(documents.bytes).toBe(0);
  expect(() => keep('A', 4_001)).not.toThrow();
});
