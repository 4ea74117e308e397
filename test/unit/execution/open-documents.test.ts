import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { OpenDocuments } from '../../../src/execution/documents/open-documents.ts';

test('a document counts for as long as any subscription keeps it, however often one lets it go', () => {
  const documents = new OpenDocuments();
  const keep = (account: string) => documents.keep(parse('{ sports { id } }'), account, 1e6);
  const [first, second, other] = [keep('A'), keep('A'), keep('B')];
  const { bytes } = documents;
  expect([second.document, other.document]).toEqual([first.document, first.document]);
  expect(second.document).toBe(first.document);
  expect(bytes).toBeGreaterThan(0);
  first.release();
  first.release();
  expect(documents.bytes).toBe(bytes);
  expect(keep('C').document).toBe(first.document);
  second.release();
  other.release();
  expect(documents.bytes).toBe(bytes);
});
