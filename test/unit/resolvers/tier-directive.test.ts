import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { guardTiers } from '../../../src/resolvers/tier-directive.ts';

const TIER = `
  directive @tier(atLeast: Tier!) on FIELD_DEFINITION
  enum Tier { FREE HOBBY PRO SHARP ENTERPRISE OTHER }
`;

const A = 'type Query { a: Int @tier(atLeast: FREE) }';

test.each([
  [
    'a query has no @tier',
    'type Query { a: Int @tier(atLeast: FREE) b: Int }',
    'Query.b has no @tier',
  ],
  ['a mutation has no @tier', `${A} type Mutation { c: Int }`, 'Mutation.c has no @tier'],
  [
    'a subscription has no @tier',
    `${A} type Subscription { d: Int }`,
    'Subscription.d has no @tier',
  ],
  [
    'a root field with a tier is non-null',
    'type Query { a: Int! @tier(atLeast: FREE) }',
    'Query.a is non-null',
  ],
  [
    'another field with a tier is non-null',
    `${A} type B { c: [Int]! @tier(atLeast: PRO) }`,
    'B.c is non-null',
  ],
  [
    'a field has an unknown tier',
    'type Query { a: Int @tier(atLeast: OTHER) }',
    'Query.a has an unknown tier',
  ],
])('start-up fails if %s', (_, sdl, message) => {
  expect(() => guardTiers(buildSchema(TIER + sdl))).toThrow(message);
});

test('start-up fails if @tier is not declared', () => {
  expect(() => guardTiers(buildSchema('type Query { a: Int }'))).toThrow('does not declare @tier');
});

test('the root fields of federation state no tier', () => {
  const schema = buildSchema(
    `${TIER} type Query { _service: Int! _entities: [Int]! a: Int @tier(atLeast: FREE) }`,
  );
  expect(() => guardTiers(schema)).not.toThrow();
});
