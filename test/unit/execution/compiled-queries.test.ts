import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { CompiledQueries } from '../../../src/execution/compiled-queries.ts';
import { compiledBytes, documentBytes } from '../../../src/execution/documents/document-weight.ts';
import type { OperationContext } from '../../../src/resolvers/context.ts';
import { executableSchema } from '../../../src/resolvers/schema.ts';

const schema = buildSchema('type Query { price: Int, other: Query }');
const root = { price: 7, other: { price: 8 } };
const context = {} as OperationContext;
const document = (i: number) => parse(`{ a${100 + i}: price }`);
const BYTES = compiledBytes(document(0), null);

test('documents of callers without a known key are executed but not compiled', async () => {
  const compiled = new CompiledQueries(schema);
  const run = compiled.runnerOf(document(0), null, false);
  expect(await run(root, context, {})).toMatchObject({ data: { a100: 7 } });
  expect(compiled.bytes).toBe(0);
});

test('documents of callers with a known key are compiled once, up to the bound of the cache', async () => {
  const compiled = new CompiledQueries(schema, 20 * BYTES);
  const first = document(0);
  const run = compiled.runnerOf(first, null, true);
  expect(await run(root, context, {})).toMatchObject({ data: { a100: 7 } });
  expect(compiled.runnerOf(first, null, true)).toBe(run);
  for (let i = 1; i <= 20; i += 1) compiled.runnerOf(document(i), null, true);
  expect(compiled.bytes).toBe(20 * BYTES);
  expect(compiled.runnerOf(first, null, true)).not.toBe(run);
});

test('a document that would take more than an eighth of the cache is interpreted', async () => {
  const compiled = new CompiledQueries(schema, 7 * BYTES);
  const run = compiled.runnerOf(document(0), null, true);
  expect(await run(root, context, {})).toMatchObject({ data: { a100: 7 } });
  expect(compiled.bytes).toBe(0);
});

test('the estimate of an operation counts its fields, and those of fragments wherever they are spread', () => {
  const two = parse(`query A { price } query B { ...F other { ...F } }
    fragment F on Query { price other { price } }`);
  const [a, b] = [compiledBytes(two, 'A'), compiledBytes(two, 'B')];
  const perField = a - documentBytes(two);
  expect(perField).toBeGreaterThan(0);
  expect(b - documentBytes(two)).toBe(7 * perField);
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
    const compiled = new CompiledQueries(whole);
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
      await compiled.runnerOf(one, null, true)(undefined, noKey as unknown as OperationContext, {});
    }
    const all = heap() - before;
    const estimated = documents.reduce((sum, one) => sum + documentBytes(one), 0);
    expect([parsed <= estimated, parsed, estimated]).toEqual([true, parsed, estimated]);
    expect([all <= compiled.bytes, all]).toEqual([true, all]);
    expect(compiled.bytes).toBeGreaterThan(0);
  });
});
