import { parse } from 'graphql';
import { expect, test } from 'vitest';
import {
  conditionalSubscription,
  conditionalSubscriptionIn,
} from '../../../src/execution/limits/unconditional-subscription.ts';

test.each([
  'subscription { a @skip(if: true) { b } }',
  'subscription ($on: Boolean!) { a @include(if: $on) { b } }',
  'subscription ($on: Boolean!) { ... @include(if: $on) { a { b } } }',
  'subscription { ... on Subscription { ... { a @skip(if: true) { b } } } }',
  'subscription { ...F @skip(if: true) } fragment F on Subscription { a { b } }',
  'subscription { ...F } fragment F on Subscription { ...G } fragment G on Subscription { a @skip(if: true) { b } ...F }',
  'query Q { a } subscription S { a @ # so\n skip(if: true) { b } }',
])('refuses a condition on the root field: %s', (text) => {
  expect(conditionalSubscription(parse(text))?.extensions['code']).toBe(
    'GRAPHQL_VALIDATION_FAILED',
  );
  expect(conditionalSubscriptionIn(text)).not.toBeNull();
});

test.each([
  'subscription { a { b @skip(if: true) } }',
  'subscription { a { ... @include(if: true) { b } } }',
  'subscription { ...F } fragment F on Subscription { a { b @skip(if: true) } ...F }',
  'subscription { ...Nobody }',
  'query { a @skip(if: true) }',
])('accepts every other document: %s', (text) => {
  expect(conditionalSubscription(parse(text))).toBeNull();
  expect(conditionalSubscriptionIn(text)).toBeNull();
});

test.each(['subscription { a @skip(if: ', 7, null, undefined])(
  'ignores texts that are no documents: %s',
  (text) => {
    expect(conditionalSubscriptionIn(text)).toBeNull();
  },
);
