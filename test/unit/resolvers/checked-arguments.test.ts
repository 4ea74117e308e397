import { buildSchema, graphql } from 'graphql';
import { expect, test } from 'vitest';
import { checkArguments } from '../../../src/resolvers/arguments/checked-arguments.ts';

const SDL = 'type Query { it(numbers: [Int!], rows: [[String!]!], float: Float): Int }';

// What the arguments of the graph's own fields refuse is in `test/faults/requests/arguments.test.ts`.
test.each([
  [`numbers: [${'1 '.repeat(1_001)}]`, 'numbers', 'contains more than 1000 items: 1001'],
  ['rows: [["a"], ["b", ""]]', 'rows.1.1', 'must not be empty'],
  ['float: 1e999', 'float', 'must be finite'],
])('a new field has bounds before its resolver runs: %.30s', async (given, argument, problem) => {
  const schema = buildSchema(SDL);
  checkArguments(schema, {});
  const calls: unknown[] = [];
  const rootValue = { it: (args: unknown) => void calls.push(args) };
  const { errors } = await graphql({ schema, source: `{ it(${given}) }`, rootValue });
  expect(errors).toMatchObject([
    { message: `Argument "${argument}" ${problem}.`, extensions: { argument } },
  ]);
  expect(calls).toEqual([]);
});

test('bounds of a coordinate that the schema does not have fail the start', () => {
  expect(() => checkArguments(buildSchema(SDL), { 'Query.gone(text:)': { lengthMax: 3 } })).toThrow(
    'Query.gone(text:)',
  );
});
