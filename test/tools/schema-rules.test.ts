import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { PlainSchema } from '../../src/transports/http/plain-schema.ts';

/** Fields and values are in the order in which they are read best. The order of tiers is their rank. */
const EXCEPTIONS = [
  'enum-values-sorted-alphabetically',
  'input-object-fields-sorted-alphabetically',
  'interface-fields-sorted-alphabetically',
  'type-fields-sorted-alphabetically',
];

function lint(sdl: string) {
  const linter = new URL('../../node_modules/.bin/graphql-schema-linter', import.meta.url).pathname;
  const { status, stdout } = spawnSync(linter, ['--stdin', '--except', EXCEPTIONS.join(',')], {
    input: sdl,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim() };
}

test('the schema follows every rule of graphql-schema-linter except alphabetical order', () => {
  const { status, stdout } = lint(new PlainSchema(executableSchema()).text);
  expect(stdout).toContain('0 errors');
  expect(status).toBe(0);
});

test('the linter reports a field without a description', () => {
  const { status, stdout } = lint('"""All."""\ntype Query { odds: String }\n');
  expect(stdout).toContain('fields-have-descriptions');
  expect(status).not.toBe(0);
});
