import { buildSchema, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { withRouteDirectives } from '../../../src/resolvers/route-directives.ts';
import { requireRootResolvers } from '../../../src/resolvers/schema.ts';

const derived = (sdl: string) => print(withRouteDirectives(parse(sdl))).replace(/\s+/g, ' ');

test('a root field takes the highest tier of its routes and a request to each; others a part of a request', () => {
  expect(
    derived(`
      extend type Query { a: Int @reads(from: odds) @deprecated b: Int @reads(from: [lowHold, odds]) }
      type Event { c: Int @reads(from: odds) d: Int @reads(from: oddsBatch) e: Int @reads(from: deepLinksBatch) f: Int }`),
  ).toBe(
    'extend type Query { a: Int @tier(atLeast: FREE) @cost(weight: 1000) @deprecated b: Int @tier(atLeast: PRO) @cost(weight: 2000) } ' +
      'type Event { c: Int @cost(weight: 1000) d: Int @cost(weight: 100) e: Int @tier(atLeast: HOBBY) @cost(weight: 2) f: Int }',
  );
});

test('a tier that the field states itself is kept', () => {
  expect(derived('type Mutation { a: Int @tier(atLeast: SHARP) @reads(from: odds) }')).toBe(
    'type Mutation { a: Int @tier(atLeast: SHARP) @cost(weight: 1000) }',
  );
});

test.each(['futures', '[odds, futures]', '"futures"', '__proto__'])(
  'a route that is not in the table is refused, naming the field: %s',
  (from) => {
    expect(() => derived(`type Event { note: Int @reads(from: ${from}) }`)).toThrow(
      /^Event\.note reads from ".*", which is not in the route table\.$/,
    );
  },
);

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
