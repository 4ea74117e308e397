import { expect, test } from 'vitest';
import { turnClock } from '../../../src/scheduling/turn-clock.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

test('a timer calls back when it is its turn, unless it was cancelled while it waited for that', () => {
  const clock = new ManualClock();
  const tasks: (() => void)[] = [];
  const called: string[] = [];
  const turns = turnClock(clock, (task) => tasks.push(task));
  turns.after(10, () => called.push('kept'));
  const cancelled = turns.after(10, () => called.push('cancelled'));
  clock.advance(10);
  expect(called).toEqual([]);
  cancelled.cancel();
  for (const task of tasks) task();
  expect(called).toEqual(['kept']);
});
