import fc from 'fast-check';
import { expect, test } from 'vitest';
import { history } from './history.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { play } from './simulation.ts';

/** With another seed, the rarest of these faults shows in about one of five hundred histories. */
const RUNS_MAX = 1_000;

test.each(PLANTED_FAULTS)('the simulation detects that $what', async ({ fault, message, seed }) => {
  const property = fc.asyncProperty(history, (one) => play(one, fault));
  const { failed, errorInstance } = await fc.check(property, {
    ...{ seed, numRuns: RUNS_MAX, endOnFailure: true },
  });
  expect(failed).toBe(true);
  expect(String(errorInstance)).toMatch(message);
});
