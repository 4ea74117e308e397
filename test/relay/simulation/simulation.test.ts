import fc from 'fast-check';
import { test } from 'vitest';
import { history } from './history.ts';
import { play } from './simulation.ts';

const RUNS = 10_000;

test('at rest every subscriber holds upstream’s board, whatever has failed before', async () => {
  await fc.assert(
    fc.asyncProperty(history, (one) => play(one)),
    { numRuns: RUNS },
  );
}, 300_000);
