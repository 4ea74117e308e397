import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Documents } from '../../../../src/execution/documents/documents.ts';
import {
  ManifestError,
  sha256,
  TrustedDocuments,
} from '../../../../src/execution/documents/trusted-documents.ts';
import { executableSchema } from '../../../../src/resolvers/schema.ts';
import { newFolder } from '../../../harness/node/new-folder.ts';

const DOCUMENTS = new Documents(executableSchema(), { introspection: true });
const TEXT = 'query A { viewer { tier } }';
const folder = newFolder();

function manifest(content: string): string {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, content);
  return path;
}

describe('a manifest', () => {
  test.each([
    ['a map of texts by id, as codegen and Relay write it', { abc: TEXT }],
    [
      'an Apollo manifest',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'abc', name: 'A', type: 'query', body: TEXT }],
      },
    ],
  ])('is read from %s', (_, content) => {
    const documents = TrustedDocuments.read(manifest(JSON.stringify(content)), DOCUMENTS);
    expect(documents.size).toBe(1);
    expect(documents.find('abc')).toBe(TEXT);
    expect(documents.find(`sha256:${sha256(TEXT)}`)).toBe(TEXT);
    expect(documents.includes(TEXT)).toBe(true);
    expect(documents.find('__proto__')).toBeUndefined();
  });

  test.each([
    ['that is not JSON', '{'],
    ['that is a list', '[]'],
    ['whose texts are no texts', '{"a":1}'],
    [
      'of a later version',
      '{"format":"apollo-persisted-query-manifest","version":2,"operations":[]}',
    ],
  ])('%s is refused', (_, content) => {
    expect(() => TrustedDocuments.read(manifest(content), DOCUMENTS)).toThrow(ManifestError);
  });

  test.each([
    ['that does not parse', 'query A { viewer {', 'Syntax Error: Expected Name, found <EOF>.'],
    ['that is not valid', '{ nothing }', 'Cannot query field "nothing" on type "Query".'],
  ])('with a document %s is refused, and the document is named', (_, text, problem) => {
    const path = manifest(JSON.stringify({ good: TEXT, bad: text }));
    expect(() => TrustedDocuments.read(path, DOCUMENTS)).toThrow(
      new ManifestError(`its document "bad" is not valid: ${problem}`),
    );
  });

  test('that does not exist is refused', () => {
    expect(() => TrustedDocuments.read(join(folder, 'none.json'), DOCUMENTS)).toThrow(
      ManifestError,
    );
  });
});
