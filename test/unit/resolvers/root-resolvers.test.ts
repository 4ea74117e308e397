import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { requireRootResolvers } from '../../../src/resolvers/schema.ts';

test('a schema with a root field without a resolver is refused, naming the field', () => {
  const schema = buildSchema('type Query { futures: Int }');
  expect(() => requireRootResolvers(schema)).toThrow('Query.futures has no resolver: no file');
});

test('a schema with a subscription that cannot be subscribed to is refused, naming it', () => {
  const schema = buildSchema('type Query { a: Int } type Subscription { futures: Int }');
  const query = schema.getQueryType()?.getFields()['a'];
  if (query !== undefined) query.resolve = () => 1;
  expect(() => requireRootResolvers(schema)).toThrow(
    'Subscription.futures has no resolver: no file',
  );
});
