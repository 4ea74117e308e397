import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STREAM_EVENTS } from '../../src/contract/stream.ts';
import { openFeed } from '../../src/origin/feeds/open-price-feed.ts';
import { recordedBoards } from '../harness/servers/recorded-boards.ts';
import { CASE_GROUPS, routesWithoutCases } from './all-cases.ts';
import type { CaseGroup } from './case.ts';
import { receivedKinds } from './reading.ts';
import { isMoving, openOrigin, openTarget, type Target } from './target.ts';

const PATIENCE_MS = 21 * 60_000;

const OF_ANY_BOARD = CASE_GROUPS.map((group) => ({
  ...group,
  cases: group.cases.filter(({ isOfAnyBoard }) => isOfAnyBoard),
})).filter(({ cases }) => cases.length > 0);

test('every route of the table has contract cases', () => {
  expect(routesWithoutCases()).toEqual([]);
});

function contract(groups: readonly CaseGroup[], open: () => Promise<Target>): void {
  let target: Target;

  beforeAll(async () => {
    target = await open();
  });

  afterAll(() => target.close());

  describe.each(groups)('$subject', ({ cases }) => {
    test.each(cases)('$name', ({ run }) => run(target.api));
  });
}

// Cases compare responses with each other. On a moving board, prices may change in between.
// Some wait for events that a real service sends in its own time.
describe('the contract', isMoving ? { retry: 2, timeout: PATIENCE_MS } : {}, () => {
  contract(CASE_GROUPS, openTarget);

  // A remote service cannot be made to have a problem.
  test.skipIf(isMoving)('the cases received events of every kind', () => {
    expect([...receivedKinds].sort()).toEqual(Object.keys(STREAM_EVENTS).sort());
  });
});

describe.each(recordedBoards())('the contract on the recorded board $name', ({ path }) => {
  contract(OF_ANY_BOARD, () => openOrigin((clock) => openFeed({ clock, feed: path, seed: 1 })));
});
