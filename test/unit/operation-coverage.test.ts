import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isLeafType } from 'graphql';
import { expect, test } from 'vitest';
import { hasDirective, SCHEMA_FIELDS } from '../harness/schema-fields.ts';

const FOLDER = join(import.meta.dirname, '../operations');

/** Comments, and literals of text: only what is asked in a literal is tested. */
const COMMENTS_AND_TEXTS = /\/\/.*|\/\*[\s\S]*?\*\/|(["'`])(?:\\.|(?!\1)[^\\])*\1/g;

test('every query, every mutation and every field with a cost is asked by a test in test/operations', () => {
  const tests = globSync('**/*.test.ts', { cwd: FOLDER })
    .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').match(COMMENTS_AND_TEXTS) ?? [])
    .filter((text) => text.includes('{') && !text.startsWith('/'))
    .join('\n');
  const untested = SCHEMA_FIELDS.filter(
    ({ coordinate, field }) =>
      /^(Query|Mutation)\.[^_]/.test(coordinate) || hasDirective(field, 'cost'),
  ).filter(({ field }) => {
    const follows = isLeafType(getNamedType(field.type)) ? '' : '\\s*[({]';
    return !new RegExp(`\\b${field.name}\\b${follows}`).test(tests);
  });
  expect(untested.map(({ coordinate }) => coordinate)).toEqual([]);
});
