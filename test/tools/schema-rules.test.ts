import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { printPlain } from '../../src/transports/http/plain-schema.ts';

/** Fields and values are in the order in which they are read best. The order of tiers is their rank. */
const EXCEPTIONS = [
  'enum-values-sorted-alphabetically',
  'input-object-fields-sorted-alphabetically',
  'interface-fields-sorted-alphabetically',
  'type-fields-sorted-alphabetically',
];

test('everything in the schema has a description, and follows the other rules of graphql-schema-linter except alphabetical order', () => {
  const linter = new URL('../../node_modules/.bin/graphql-schema-linter', import.meta.url).pathname;
  const { status, stdout } = spawnSync(linter, ['--stdin', '--except', EXCEPTIONS.join(',')], {
    input: printPlain(executableSchema()),
    encoding: 'utf8',
  });
  expect({ status, stdout: stdout.trim() }).toEqual({
    status: 0,
    stdout: expect.stringContaining('0 errors'),
  });
});
