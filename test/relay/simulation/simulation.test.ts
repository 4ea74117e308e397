import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../harness/property-runs.ts';
import { type Action, history, historyOfRedis } from './history.ts';
import { play } from './simulation.ts';

test('after any sequence of failures, every subscriber ends with upstream’s board', async () => {
  await fc.assert(
    fc.asyncProperty(history, (one) => play(one)),
    { numRuns: runs(1_000) },
  );
}, 600_000);

test('upstream never has two streams while Redis alone loses what it holds', async () => {
  await fc.assert(
    fc.asyncProperty(historyOfRedis, (one) => play(one)),
    { numRuns: runs(100) },
  );
}, 300_000);

/** Histories that show a fault that the relay once had, or would have, such as "stall #1 600 ms, empty Redis". */
const REGRESSIONS: readonly [title: string, seed: number, actions: string][] = [
  [
    'a leader without changes to append detects that Redis has evicted rows',
    5,
    'pass 100 ms, evict rows, crash #2, start #2',
  ],
  [
    'a replica that finds Redis empty loads the board of the epoch that it starts itself',
    606141439,
    'pause #0, slow down #2, pass 15 ms, pause #1, pass 2000 ms, empty Redis, leave #2',
  ],
  [
    'a leader is not taken for one of another epoch with the same term, when Redis is restored',
    0,
    'pass 2000 ms, back up Redis, empty Redis, pass 5500 ms, restore Redis',
  ],
  [
    'a leader of earlier does not rely on the lease with which Redis is restored',
    2,
    'pass 100 ms, back up Redis, crash #0, stall #2 9000 ms, restore Redis',
  ],
  [
    'a replica that has shown higher versions than a new epoch has does not refuse it for ever',
    0,
    'pass 2000 ms, crash #2, step wall of Redis -3600000 ms, empty Redis, start #2',
  ],
  [
    'a replica that gets the lease of a new epoch while it still loads the earlier one, with higher versions, does not refuse its own for ever',
    410101742,
    'pass 15 ms, isolate #1, crash #0, stall #2 600 ms, pause #2, step wall of Redis -3600000 ms, stall #0 2100 ms, empty Redis',
  ],
  [
    'a replica that starts on an emptied Redis leaves the leader of before the time to notice',
    0,
    'crash #0, pass 5500 ms, empty Redis, start #0',
  ],
  [
    'a leader of earlier does not take the lease of a later one when Redis is emptied',
    0,
    'stall #0 600 ms, stall #1 4500 ms, empty Redis',
  ],
  [
    'a leader that was paused does not extend its lease by an answer that came too late',
    20,
    'slow down #1, pause #0, crash #2, pass 5500 ms, wake #0, pass 2000 ms, stall #1 9000 ms',
  ],
  [
    'a price whose id another price had meanwhile, and which comes back with another line, replaces the one with the earlier line',
    1304620740,
    'pass 5500 ms, lose answers #2, withdraw row 0, replace row 2, replace row 2, replace row 2',
  ],
  [
    'a price that comes back at the line of before, without the lines that it had before its id was given away, replaces it',
    1907552517,
    'move row 0, pass 15 ms, lose answers #0, move row 0, pass 2000 ms, slow down #2, withdraw row 6, pass 2000 ms, move row 4, replace row 4, move row 2, move row 0, replace row 4, withdraw row 0, replace row 4',
  ],
];

function actionOf(text: string): Action {
  const [, does, row, replica, ms] =
    /^(.*?)(?: row (\d))?(?: #(\d))?(?: (-?\d+) ms)?$/.exec(text) ?? [];
  return { does, rows: [Number(row)], replica: Number(replica), ms: Number(ms) } as Action;
}

test.each(REGRESSIONS)('%s', (_, seed, actions) =>
  play({ seed, actions: actions.split(', ').map(actionOf) }),
);
