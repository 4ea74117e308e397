import { expect, test } from 'vitest';
import { badUserInput } from '../../src/errors/errors.ts';

test('an error for callers has no stack', () => {
  expect(badUserInput('first', 'must be a number').stack).not.toContain(' at ');
  expect(new Error('another').stack).toContain(' at ');
});
