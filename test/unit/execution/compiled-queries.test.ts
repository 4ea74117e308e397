import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { OddsgraphError } from '../../../src/errors/errors.ts';
import { CompiledQueries } from '../../../src/execution/compiled-queries.ts';
import { compiledBytes, documentBytes } from '../../../src/execution/documents/document-weight.ts';
import { Documents } from '../../../src/execution/documents/documents.ts';
import { withFormattedErrors } from '../../../src/execution/format-error.ts';
import type { OperationContext } from '../../../src/resolvers/context.ts';
import { executableSchema } from '../../../src/resolvers/schema.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';

const root = { price: 7, other: { price: 8 } };
const context = {} as OperationContext;
const document = parse('{ price }');

/** The runner of a document that is valid. */
function compiledQueries(of: GraphQLSchema) {
  const documents = new Documents(of, { introspection: true });
  const compiled = new CompiledQueries(of, documents);
  const runnerOf = (one: DocumentNode, isAuthenticated: boolean) => {
    expect(documents.validate(one)).toEqual([]);
    const [definition] = one.definitions as readonly [OperationDefinitionNode];
    return compiled.runnerOf({ document: one, definition }, isAuthenticated);
  };
  return { documents, runnerOf };
}

test.each([
  ['a field', '{ price bad { price } }'],
  ['a field of a fragment', '{ other { ...F } }\nfragment F on Query { again: bad { price } }'],
])('errors of %s say the same, and where it is asked for, compiled or not', async (_, text) => {
  const failing = buildSchema('type Query { price: Int, other: Query, bad: Query }');
  const { bad } = failing.getQueryType()?.getFields() ?? {};
  if (bad === undefined) throw new Error('The schema has no field to fail.');
  bad.resolve = () => {
    throw new OddsgraphError('NOT_FOUND', 'There is no such price.');
  };
  const { runnerOf } = compiledQueries(failing);
  const [interpreted, compiled] = [false, true].map(async (isAuthenticated) => {
    const result = await runnerOf(parse(text), isAuthenticated)(root, context, {});
    return withFormattedErrors(result, SILENT_LOG, null).errors?.map((error) => error.toJSON());
  });
  expect(await interpreted).toMatchObject([{ locations: [{ line: expect.any(Number) }] }]);
  expect(await compiled).toEqual(await interpreted);
});

test('the estimate counts the fields and fragments of all operations, and those of fragments wherever they are spread', () => {
  const two = parse(`query A { price } query B { ...F other { ...F } }
    fragment F on Query { price other { price } }`);
  const [one, all] = [document, two].map((of) => compiledBytes(of) - documentBytes(of));
  expect(one).toBeGreaterThan(0);
  expect(all).toBe(10 * Number(one));
});

describe('the estimated memory covers the real memory', () => {
  const COUNT = 20;
  const whole = executableSchema();
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const heap = (): number => {
    gc();
    return process.memoryUsage().heapUsed;
  };
  const odds = 'odds(first: 1) { nodes { id selection sportsbookId price { american decimal } } }';

  test.each([
    [
      'many fields',
      (i: number) => `{ ${Array.from({ length: 50 }, (_, k) => `a${k}_${i}: ${odds}`).join(' ')} }`,
    ],
    ['few fields', (i: number) => `query Q${i} { ${odds} }`],
    [
      'many literals',
      (i: number) =>
        `query Q${i} { odds(filter: { leagues: [${'"a",'.repeat(2_000)}] }) { totalCount } }`,
    ],
    ['a long text', (i: number) => `query Q${i} { ${odds} } # ${'x'.repeat(50_000)}`],
  ])('with %s', async (_, textOf) => {
    const { documents: cache, runnerOf } = compiledQueries(whole);
    // Each query fails when it asks for its key, and reads nothing else of its context.
    const noKey = {
      requireCredential: () => {
        throw new Error('no key');
      },
    };
    const texts = Array.from({ length: COUNT }, (_, i) => Buffer.from(textOf(i)));
    const before = heap();
    const documents = texts.map((text) => parse(text.toString()));
    const parsed = heap() - before;
    for (const one of documents) {
      await runnerOf(one, true)(undefined, noKey as unknown as OperationContext, {});
    }
    const all = heap() - before;
    const estimated = documents.reduce((sum, one) => sum + documentBytes(one), 0);
    expect([parsed <= estimated, parsed, estimated]).toEqual([true, parsed, estimated]);
    expect([all <= cache.bytes, all]).toEqual([true, all]);
    expect(cache.bytes).toBeGreaterThan(estimated); // They are compiled.
  });
});
