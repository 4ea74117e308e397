import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ViewerBudgets } from '../../../../src/access/viewers/viewer-budgets.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { aViewer } from '../../../harness/viewers/a-viewer.ts';

const VIEWER = aViewer();
const clock = new ManualClock();

test('a viewer waits for a minute at most, also if the clock is set back', async () => {
  const budgets = new ViewerBudgets(clock, 1);
  await budgets.reserve(VIEWER, 1);
  clock.setWallBy(-10 * 60_000);
  const extensions = expect.objectContaining({ retryAfterSeconds: 60 });
  expect(() => budgets.chargeOne(VIEWER)).toThrow(expect.objectContaining({ extensions }));
  await expect(budgets.reserve(VIEWER, 1)).rejects.toMatchObject({ extensions });
  const { remaining, resetAt } = budgets.budgetOf(VIEWER);
  expect(remaining).toBe(0);
  expect(resetAt).toBe(clock.now() + 60_000);
  clock.advance(60_000);
  budgets.chargeOne(VIEWER);
});

test('an operation that has sent what it reserved is counted once', async () => {
  const add = vi.fn(async () => [2, 60_000] as const);
  const { settle } = await new ViewerBudgets(clock, 5, { add }).reserve(VIEWER, 2);
  settle(2);
  expect(add.mock.calls).toEqual([[VIEWER.id, 2]]);
});

/** A count for all processes. Its answers come when `answer` is called. */
function sharedCount() {
  let used = 0;
  const unanswered: (() => void)[] = [];
  const add = (_: string, requests: number) => {
    used = Math.max(0, used + requests);
    const counted = used;
    return new Promise<readonly [number, number]>((resolve) => {
      unanswered.push(() => resolve([counted, 60_000]));
    });
  };
  const answer = async (count = unanswered.length) => {
    for (const one of unanswered.splice(0, count)) one();
    await turn();
  };
  return { add, answer };
}

test('a subscription may go on once another process has given requests back', async () => {
  const shared = sharedCount();
  const [first, second] = [
    new ViewerBudgets(clock, 10, shared),
    new ViewerBudgets(clock, 10, shared),
  ];
  const reserving = second.reserve(VIEWER, 9);
  await shared.answer();
  first.chargeOne(VIEWER);
  await shared.answer();
  (await reserving).settle(1);
  await shared.answer();
  expect(() => first.chargeOne(VIEWER)).toThrow('budget');
  await shared.answer();
  first.chargeOne(VIEWER);
  await shared.answer();
  expect(first.budgetOf(VIEWER).remaining).toBe(7);
});

test('an answer of the shared count takes back nothing that was charged after it', async () => {
  const shared = sharedCount();
  const budgets = new ViewerBudgets(clock, 3, shared);
  for (let charged = 0; charged < 3; charged += 1) budgets.chargeOne(VIEWER);
  await shared.answer(1);
  expect(() => budgets.chargeOne(VIEWER)).toThrow('budget');
});

test('an operation that needs nothing from upstream needs no budget', async () => {
  const budgets = new ViewerBudgets(clock, 1);
  (await budgets.reserve(VIEWER, 1)).settle(3);
  await expect(budgets.reserve(VIEWER, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await budgets.reserve(VIEWER, 0);
});
