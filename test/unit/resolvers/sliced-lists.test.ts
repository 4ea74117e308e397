import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import type { OperationContext } from '../../../src/resolvers/context.ts';
import { sliceLists } from '../../../src/resolvers/lists/sliced-lists.ts';

const SDL = `directive @listSize(assumedSize: Int) on FIELD_DEFINITION
  type Query { prices: Int @listSize(assumedSize: 9) }`;

test.each([
  ['a list', [1, 2, 3], 3],
  ['a page of a connection', { nodes: [1, 2], edges: [1, 2] }, 2],
  ['a history of splits', { entries: [1, 2, 3, 4] }, 4],
  ['a history of prices', { points: [1, 2] }, 2],
  ['null', null, 1],
])('%s waits for a slice with its rows', async (_name, value, rows) => {
  const schema = buildSchema(SDL);
  const field = schema.getQueryType()?.getFields()['prices'];
  if (field === undefined) throw new Error('The field is missing.');
  field.resolve = async () => value;
  sliceLists(schema);
  const waited: number[] = [];
  const slices = {
    wait: (count: number) => {
      waited.push(count);
      return null;
    },
  };
  const context = { slices } as unknown as OperationContext;
  expect(await field.resolve({}, {}, context, {} as never)).toEqual(value);
  expect(waited).toEqual([rows]);
});
