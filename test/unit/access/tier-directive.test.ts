import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { guardTiers } from '../../../src/access/tier-directive.ts';

const TIER = `
  directive @tier(atLeast: Tier!) on FIELD_DEFINITION
  enum Tier { FREE HOBBY PRO SHARP ENTERPRISE OTHER }
`;

describe('start-up fails', () => {
  test.each([
    ['a query', 'type Query { a: Int @tier(atLeast: FREE) b: Int }', 'Query.b has no @tier'],
    [
      'a mutation',
      'type Query { a: Int @tier(atLeast: FREE) } type Mutation { c: Int }',
      'Mutation.c has no @tier',
    ],
    [
      'a subscription',
      'type Query { a: Int @tier(atLeast: FREE) } type Subscription { d: Int }',
      'Subscription.d has no @tier',
    ],
  ])('if %s has no @tier', (_name, sdl, message) => {
    expect(() => guardTiers(buildSchema(TIER + sdl))).toThrow(message);
  });

  test('if a root field with a tier is non-null', () => {
    const schema = buildSchema(`${TIER} type Query { a: Int! @tier(atLeast: FREE) }`);
    expect(() => guardTiers(schema)).toThrow('Query.a is non-null');
  });

  test('if another field with a tier is non-null', () => {
    const schema = buildSchema(
      `${TIER} type Query { a: A @tier(atLeast: FREE) } type A { b: [Int]! @tier(atLeast: PRO) }`,
    );
    expect(() => guardTiers(schema)).toThrow('A.b is non-null');
  });

  test('if a field has an unknown tier', () => {
    const schema = buildSchema(`${TIER} type Query { a: Int @tier(atLeast: OTHER) }`);
    expect(() => guardTiers(schema)).toThrow('Query.a has an unknown tier');
  });

  test('if @tier is not declared', () => {
    expect(() => guardTiers(buildSchema('type Query { a: Int }'))).toThrow(
      'does not declare @tier',
    );
  });
});

test('the root fields of federation state no tier', () => {
  const schema = buildSchema(
    `${TIER} type Query { _service: Int! _entities: [Int]! a: Int @tier(atLeast: FREE) }`,
  );
  expect(() => guardTiers(schema)).not.toThrow();
});
