import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isLeafType } from 'graphql';
import { expect, test } from 'vitest';
import { fullSelection } from '../harness/full-selection.ts';
import { SCHEMA_FIELDS } from '../harness/schema-fields.ts';

/** A mirror compares what the client asks with upstream. */
const TESTS = ['operations/**/*.test.ts', 'live/**/*.test.ts', 'harness/clients/live-client.ts'];
const FOLDER = join(import.meta.dirname, '..');

/** Comments, and literals of text: only what is asked in a literal is tested. */
const COMMENTS_AND_TEXTS = /\/\/.*|\/\*[\s\S]*?\*\/|(["'`])(?:\\.|(?!\1)[^\\])*\1/g;

test('every field is asked by a test in test/operations, or in test/live', () => {
  const tests = globSync(TESTS, { cwd: FOLDER })
    .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').match(COMMENTS_AND_TEXTS) ?? [])
    .filter((text) => text.includes('{') && !text.startsWith('/'))
    .join('\n')
    .replace(/\$\{fullSelection\('(\w+)'\)\}/g, (_, type) => fullSelection(type));
  const untested = SCHEMA_FIELDS.filter(({ coordinate }) => !/^_|\._/.test(coordinate)).filter(
    ({ field }) => {
      const follows = isLeafType(getNamedType(field.type)) ? '' : '\\s*[({]';
      return !new RegExp(`\\b${field.name}\\b${follows}`).test(tests);
    },
  );
  expect(untested.map(({ coordinate }) => coordinate)).toEqual([]);
});
