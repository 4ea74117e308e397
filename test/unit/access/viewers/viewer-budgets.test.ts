import { afterEach, expect, test, vi } from 'vitest';
import { Credential } from '../../../../src/access/credential.ts';
import type { Viewer } from '../../../../src/access/identity.ts';
import { ViewerBudgets } from '../../../../src/access/viewers/viewer-budgets.ts';

const VIEWER: Viewer = {
  id: 'viewer',
  tier: 'pro',
  credential: new Credential('demo_pro'),
  expiresAt: Number.POSITIVE_INFINITY,
  signedBy: 'key',
};

afterEach(() => vi.useRealTimers());

test('a viewer waits for a minute at most, also if the clock is set back', async () => {
  const budgets = new ViewerBudgets(1);
  await budgets.reserve(VIEWER, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10 * 60_000 });
  const extensions = expect.objectContaining({ retryAfterSeconds: 60 });
  expect(() => budgets.chargeOne(VIEWER)).toThrow(expect.objectContaining({ extensions }));
  await expect(budgets.reserve(VIEWER, 1)).rejects.toMatchObject({ extensions });
  const { remaining, resetAt } = budgets.budgetOf(VIEWER);
  expect(remaining).toBe(0);
  expect((resetAt - Date.now()) / 60_000).toBeCloseTo(1, 1);
});

test('an operation that has sent what it reserved is counted once', async () => {
  const add = vi.fn(async () => [2, 60_000] as const);
  const { settle } = await new ViewerBudgets(5, { add }).reserve(VIEWER, 2);
  settle(2);
  expect(add.mock.calls).toEqual([[VIEWER.id, 2]]);
});
