import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ManifestError,
  sha256,
  TrustedDocuments,
} from '../../../../src/execution/documents/trusted-documents.ts';

const TEXT = 'query A { viewer { tier } }';
const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
    const documents = TrustedDocuments.read(manifest(JSON.stringify(content)));
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
    expect(() => TrustedDocuments.read(manifest(content))).toThrow(ManifestError);
  });

  test('that does not exist is refused', () => {
    expect(() => TrustedDocuments.read(join(folder, 'none.json'))).toThrow(ManifestError);
  });
});
