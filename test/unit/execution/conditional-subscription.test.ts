import { expect, test } from 'vitest';
import { conditionalSubscriptionErrorIn } from '../../../src/execution/limits/conditional-subscription.ts';

test.each([
  'subscription { ... on Subscription { ... { a @skip(if: true) { b } } } }',
  'subscription { ...F @skip(if: true) } fragment F on Subscription { a { b } }',
  'subscription { ...F } fragment F on Subscription { a @skip(if: true) { b } ...F }',
  'query Q { a } subscription S { a @ # so\n skip(if: true) { b } }',
])('refuses a condition on the root field: %s', (text) => {
  expect(conditionalSubscriptionErrorIn(text)?.extensions['code']).toBe(
    'GRAPHQL_VALIDATION_FAILED',
  );
});

test.each([
  'subscription { a { b @skip(if: true) } }',
  'subscription { a { ... @include(if: true) { b } } }',
  'subscription { ...F } fragment F on Subscription { a { b @skip(if: true) } ...F }',
  'subscription { ...Nobody } # skip',
  'query subscription { a @skip(if: true) }',
  'subscription { a @skip(if: ',
  ...[7, null, undefined],
])('accepts everything else: %s', (text) => {
  expect(conditionalSubscriptionErrorIn(text)).toBeNull();
});
