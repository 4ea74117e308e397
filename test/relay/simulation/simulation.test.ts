import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../harness/property-runs.ts';
import { type History, history, historyOfRedis } from './history.ts';
import { play } from './simulation.ts';

test('after any sequence of failures, every subscriber ends with upstream’s board', async () => {
  await fc.assert(
    fc.asyncProperty(history, (one) => play(one)),
    { numRuns: runs(3_000) },
  );
}, 600_000);

test('upstream never has two streams while Redis alone loses what it holds', async () => {
  await fc.assert(
    fc.asyncProperty(historyOfRedis, (one) => play(one)),
    { numRuns: runs(300) },
  );
}, 300_000);

/** Histories that showed a fault of the relay once. */
const REGRESSIONS: readonly (History & { readonly title: string })[] = [
  {
    title: 'a leader without changes to append detects that Redis has evicted rows',
    seed: 5,
    actions: [
      { does: 'pass', ms: 100 },
      { does: 'evict rows' },
      { does: 'crash', replica: 2 },
      { does: 'start', replica: 2 },
    ],
  },
  {
    title: 'a replica that finds Redis empty loads the board of the epoch that it starts itself',
    seed: 606141439,
    actions: [
      { does: 'pause', replica: 0 },
      { does: 'slow down', replica: 2 },
      { does: 'pass', ms: 15 },
      { does: 'pause', replica: 1 },
      { does: 'pass', ms: 2_000 },
      { does: 'empty Redis' },
      { does: 'leave', replica: 2 },
    ],
  },
  {
    title:
      'a leader is not taken for one of another epoch with the same term, when Redis is restored',
    seed: 0,
    actions: [
      { does: 'pass', ms: 2_000 },
      { does: 'back up Redis' },
      { does: 'empty Redis' },
      { does: 'pass', ms: 5_500 },
      { does: 'restore Redis' },
    ],
  },
  {
    title:
      'a replica that has shown higher versions than a new epoch has does not refuse it for ever',
    seed: 0,
    actions: [
      { does: 'pass', ms: 2_000 },
      { does: 'crash', replica: 2 },
      { does: 'step wall of Redis', ms: -3_600_000 },
      { does: 'empty Redis' },
      { does: 'start', replica: 2 },
    ],
  },
  {
    title:
      'a replica that gets the lease of a new epoch while it still loads the earlier one, with higher versions, does not refuse its own for ever',
    seed: 410101742,
    actions: [
      { does: 'pass', ms: 15 },
      { does: 'isolate', replica: 1 },
      { does: 'crash', replica: 0 },
      { does: 'stall', replica: 2, ms: 600 },
      { does: 'pause', replica: 2 },
      { does: 'step wall of Redis', ms: -3_600_000 },
      { does: 'stall', replica: 0, ms: 2_100 },
      { does: 'empty Redis' },
    ],
  },
  {
    title:
      'a replica that starts on an emptied Redis leaves the leader of before the time to notice',
    seed: 0,
    actions: [
      { does: 'crash', replica: 0 },
      { does: 'pass', ms: 5_500 },
      { does: 'empty Redis' },
      { does: 'start', replica: 0 },
    ],
  },
  {
    title: 'a leader of earlier does not take the lease of a later one when Redis is emptied',
    seed: 0,
    actions: [
      { does: 'stall', replica: 0, ms: 600 },
      { does: 'stall', replica: 1, ms: 4_500 },
      { does: 'empty Redis' },
    ],
  },
];

test.each(REGRESSIONS)('$title', (one) => play(one));
