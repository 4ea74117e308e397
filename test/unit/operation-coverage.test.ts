import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executableSchema } from '../../src/resolvers/schema.ts';

const FOLDER = join(import.meta.dirname, '../operations');

/** Fields that routers ask for, defined by the federation specification. */
const FEDERATION = /^_/;

test('every query and mutation is asked by a test in test/operations', () => {
  const schema = executableSchema();
  const tests = globSync('**/*.test.ts', { cwd: FOLDER })
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
    .join('\n');
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  const untested = fields.filter(
    (field) => !FEDERATION.test(field) && !new RegExp(`\\b${field}\\s*[({]`).test(tests),
  );
  expect(untested).toEqual([]);
});
