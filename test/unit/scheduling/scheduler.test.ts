import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

let clock: ManualClock;
let scheduler: Scheduler;
/** The tasks that have run, with a bar after each turn of the event loop. */
let done: string[];

beforeEach(() => {
  clock = new ManualClock();
  scheduler = new Scheduler(clock);
  done = [];
});

/** A task that takes `ms`. */
function task(name: string, ms: number): () => void {
  return () => {
    done.push(name);
    clock.stall(ms);
  };
}

function addAll(account: string, owner: object, names: readonly string[], ms = 2): void {
  for (const name of names) scheduler.add(account, owner, task(name, ms));
}

async function runTurn(): Promise<void> {
  await turn();
  done.push('|');
}

/** Runs turns of the event loop until no task is left. */
async function runAll(): Promise<void> {
  while (scheduler.size > 0) await runTurn();
}

describe('one turn of the event loop', () => {
  test('runs tasks until five milliseconds have passed', async () => {
    addAll('x', {}, ['1', '2', '3', '4', '5', '6', '7']);
    await runAll();
    expect(done.join('')).toBe('123|456|7|');
  });

  test('runs one task if that takes longer', async () => {
    addAll('x', {}, ['1', '2', '3'], 25);
    await runAll();
    expect(done.join('')).toBe('1|2|3|');
  });

  test('counts continuations of promises as part of the task that settles them', async () => {
    const compute = async (name: string) => {
      await scheduler.turn('x', {});
      await Promise.resolve();
      await Promise.resolve();
      task(name, 3)();
    };
    const all = Promise.all(['1', '2', '3', '4'].map(compute));
    await runAll();
    await all;
    expect(done.join('')).toBe('12|34|');
  });
});

describe('the order of tasks', () => {
  test('puts updates first', async () => {
    addAll('x', {}, ['1', '2', '3', '4']);
    scheduler.add('y', {}, task('u', 2), 'update');
    await runTurn();
    scheduler.add('y', {}, task('u', 2), 'update');
    await runAll();
    expect(done.join('')).toBe('u12|u34|');
  });

  test('runs one bulk task in every second turn if updates would use all of them', async () => {
    addAll('x', {}, ['1', '2']);
    for (let i = 0; i < 9; i += 1) scheduler.add('y', {}, task('u', 2.5), 'update');
    await runAll();
    expect(done.join('')).toBe('uu|1uu|uu|2uu|u|');
  });
});

test('a turn is not lost if the bulk work that it owes is cancelled', async () => {
  const owner = {};
  addAll('x', owner, ['1']);
  for (let i = 0; i < 3; i += 1) scheduler.add('y', {}, task('u', 2.5), 'update');
  await runTurn();
  scheduler.cancelTasks('x', owner);
  await runAll();
  expect(done.join('')).toBe('uu|u|');
});

describe('an owner that takes turns', () => {
  test('does one task each time it is woken', async () => {
    const owner = {};
    let left = 3;
    const read = () => {
      while (left > 0 && scheduler.takeTurn('x', owner, read)) {
        left -= 1;
        task(String(left), 10)();
      }
    };
    read();
    expect(done).toEqual([]);
    await runAll();
    expect(done.join('')).toBe('2|1|0|');
  });

  test('loses a turn that it does not use', async () => {
    const owner = {};
    let woken = 0;
    const wake = () => {
      woken += 1;
    };
    expect(scheduler.takeTurn('x', owner, wake)).toBe(false);
    await runAll();
    expect([woken, scheduler.takeTurn('x', owner, wake)]).toEqual([1, false]);
    await runAll();
    expect(woken).toBe(2);
  });

  test('is queued once, however often it asks, and no longer once its tasks are cancelled', async () => {
    const owner = {};
    const wake = () => done.push('woken');
    scheduler.takeTurn('x', owner, wake);
    scheduler.takeTurn('x', owner, wake);
    expect(scheduler.size).toBe(1);
    scheduler.cancelTasks('x', owner);
    expect(scheduler.size).toBe(0);
    await turn();
    expect(done).toEqual([]);
  });
});
