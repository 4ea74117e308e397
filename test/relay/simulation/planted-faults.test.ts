import fc from 'fast-check';
import { expect, test } from 'vitest';
import { history } from './history.ts';
import { PLANTS } from './plants.ts';
import { play } from './simulation.ts';

/** The rarest of these faults shows in about one of five hundred histories. */
const RUNS_MAX = 10_000;

/** Fixed, so that the result is reproducible. */
const SEED = 20_261_122;

test.each(PLANTS)(
  'the simulation detects that $what',
  async ({ plant, shows }) => {
    const property = fc.asyncProperty(history, (one) => play(one, plant));
    const { failed, errorInstance } = await fc.check(property, {
      ...{ seed: SEED, numRuns: RUNS_MAX, endOnFailure: true },
    });
    expect(failed).toBe(true);
    expect(String(errorInstance)).toMatch(shows);
  },
  120_000,
);
