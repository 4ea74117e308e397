import { setImmediate as settled } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { OddsgraphError } from '../../../src/errors/errors.ts';
import { ExecutionBudget } from '../../../src/execution/limits/execution-budget.ts';
import type { Release } from '../../../src/scheduling/fair-gate.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const LIMITS = { values: 100, accountValues: 60, waiting: 6, accountWaiting: 4, waitMs: 10_000 };

let clock: ManualClock;
let budget: ExecutionBudget;

beforeEach(() => {
  clock = new ManualClock();
  budget = new ExecutionBudget(LIMITS, clock);
});

/** An operation and what became of it. */
class Operation {
  state: 'waiting' | 'executing' | 'refused' | 'over' = 'waiting';
  error: unknown = null;
  release: Release = () => {};
  readonly account: string;
  readonly values: number;

  constructor(account: string, values: number, signal: AbortSignal | null = null) {
    this.account = account;
    this.values = values;
    try {
      const admitted = budget.admit(account, values, signal);
      if (admitted instanceof Promise) admitted.then(this.#begin, this.#refuse);
      else this.#begin(admitted);
    } catch (error) {
      this.#refuse(error);
    }
  }

  end(): void {
    this.state = 'over';
    this.release();
  }

  readonly #begin = (release: Release): void => {
    this.state = 'executing';
    this.release = release;
  };

  readonly #refuse = (error: unknown): void => {
    this.state = 'refused';
    this.error = error;
  };
}

const statesOf = (operations: readonly Operation[]) => operations.map(({ state }) => state);

test('a wait ends with an error that says when to retry, and what has queued behind it proceeds', async () => {
  const executing = [new Operation('x', 60), new Operation('y', 30)];
  const heavy = new Operation('z', 60);
  clock.advance(1);
  const light = new Operation('w', 10); // There is room for it, but not its turn.
  const all = [...executing, heavy, light];
  expect(statesOf(all)).toEqual(['executing', 'executing', 'waiting', 'waiting']);
  clock.advance(LIMITS.waitMs - 1);
  await settled();
  expect(statesOf(all)).toEqual(['executing', 'executing', 'refused', 'executing']);
  expect(heavy.error).toBeInstanceOf(OddsgraphError);
  expect(heavy.error).toMatchObject({
    code: 'RATE_LIMITED',
    extensions: { retryAfterSeconds: 10 },
  });
  expect(clock.pendingTimers).toBe(0);
});

test('a wait ends when the client disconnects', async () => {
  const controller = new AbortController();
  const executing = new Operation('x', 60);
  const left = new Operation('x', 60, controller.signal);
  const next = new Operation('x', 60);
  controller.abort();
  const late = new Operation('y', 1, controller.signal);
  executing.end();
  await settled();
  expect(statesOf([left, next, late])).toEqual(['refused', 'executing', 'refused']);
  expect(clock.pendingTimers).toBe(0);
});

type Act =
  | { readonly does: 'ask'; readonly account: string; readonly values: number }
  | { readonly does: 'end'; readonly which: number }
  | { readonly does: 'wait' };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      account: fc.constantFrom('x', 'y', 'z'),
      values: fc.constantFrom(1, 10, 30, 60, 200),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('end' as const), which: fc.nat({ max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const) }) },
);

const weightOf = ({ values }: Operation) => Math.min(values, LIMITS.accountValues);

function expectWithinBounds(all: readonly Operation[]): void {
  const executing = all.filter(({ state }) => state === 'executing');
  const waiting = all.filter(({ state }) => state === 'waiting');
  const sum = (some: readonly Operation[]) => some.reduce((total, one) => total + weightOf(one), 0);
  const room = (account: string) =>
    LIMITS.accountValues - sum(executing.filter((one) => one.account === account));
  expect(sum(executing)).toBe(budget.values);
  expect(budget.values).toBeLessThanOrEqual(LIMITS.values);
  expect(waiting.length).toBe(budget.waiting);
  expect(waiting.length).toBeLessThanOrEqual(LIMITS.waiting);
  const able: Operation[] = [];
  for (const account of ['x', 'y', 'z']) {
    expect(room(account)).toBeGreaterThanOrEqual(0);
    const own = all.filter((one) => one.account === account);
    const [first, ...others] = own.filter(({ state }) => state === 'waiting');
    expect(others.length).toBeLessThan(LIMITS.accountWaiting);
    if (first === undefined) continue;
    // None that came later has begun before it.
    const later = own.slice(own.indexOf(first));
    expect(later.every(({ state }) => state === 'waiting' || state === 'refused')).toBe(true);
    if (weightOf(first) <= room(account)) able.push(first);
  }
  // Nobody waits who could begin, unless it is somebody's turn for whom there is no room yet.
  const free = LIMITS.values - budget.values;
  if (able.length > 0) expect(able.some((one) => weightOf(one) > free)).toBe(true);
}

test('bounds and order hold for any sequence of operations, and all of them are served', async () => {
  const play = async (acts: readonly Act[]) => {
    clock = new ManualClock();
    budget = new ExecutionBudget(LIMITS, clock);
    const all: Operation[] = [];
    const executing = () => all.filter(({ state }) => state === 'executing');
    for (const one of acts) {
      if (one.does === 'ask') all.push(new Operation(one.account, one.values));
      else if (one.does === 'end') executing()[one.which % executing().length]?.end();
      else clock.advance(LIMITS.waitMs / 2);
      await settled();
      expectWithinBounds(all);
    }
    for (let left = executing(); left.length > 0; left = executing()) {
      for (const one of left) one.end();
      await settled();
    }
    expect(all.every(({ state }) => state === 'over' || state === 'refused')).toBe(true);
    expect([budget.values, budget.waiting, clock.pendingTimers]).toEqual([0, 0, 0]);
  };
  await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 40, size: 'max' }), play));
});
