import { beforeEach, describe, expect, test } from 'vitest';
import { Scheduler } from '../../src/scheduler.ts';
import { ManualClock } from '../harness/manual-clock.ts';

let clock: ManualClock;
let scheduler: Scheduler;
/** What was done, with a bar for each turn of the event loop in which others were served. */
let done: string[];

beforeEach(() => {
  clock = new ManualClock();
  scheduler = new Scheduler(clock);
  done = [];
});

/** Work that takes so many milliseconds. */
function work(name: string, ms: number): () => void {
  return () => {
    done.push(name);
    clock.stall(ms);
  };
}

function addAll(account: string, owner: object, pieces: readonly string[], ms = 4): void {
  for (const name of pieces) scheduler.add(account, owner, work(name, ms));
}

/** Has others served between turns, until all is done. */
async function turns(): Promise<void> {
  while (scheduler.size > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    done.push('|');
  }
}

describe('one turn of the event loop', () => {
  test('ends with the piece that uses up its ten milliseconds, and others are served', async () => {
    addAll('x', {}, ['1', '2', '3', '4', '5', '6', '7']);
    await turns();
    expect(done.join('')).toBe('123|456|7|');
  });

  test('does one piece where that takes longer', async () => {
    addAll('x', {}, ['1', '2', '3'], 25);
    await turns();
    expect(done.join('')).toBe('1|2|3|');
  });

  test('counts what the promises that a piece settles set off', async () => {
    const compute = async (name: string) => {
      await scheduler.turn('x', done);
      await Promise.resolve();
      await Promise.resolve();
      work(name, 6)();
    };
    const all = Promise.all(['1', '2', '3', '4'].map(compute));
    await turns();
    await all;
    expect(done.join('')).toBe('12|34|');
  });
});

describe('whose turn it is', () => {
  test('goes round between accounts, and then between the owners of one', async () => {
    const [a, b] = [{}, {}];
    addAll('x', a, ['xa1', 'xa2', 'xa3'], 10);
    addAll('x', b, ['xb1', 'xb2'], 10);
    addAll('y', {}, ['y1', 'y2'], 10);
    await turns();
    expect(done.filter((name) => name !== '|')).toEqual([
      'xa1',
      'y1',
      'xb1',
      'y2',
      'xa2',
      'xb2',
      'xa3',
    ]);
  });

  test('is an update’s before it is anything else’s', async () => {
    addAll('x', {}, ['1', '2', '3', '4']);
    scheduler.add('y', {}, work('u', 4), 'update');
    await new Promise((resolve) => setImmediate(resolve));
    scheduler.add('y', {}, work('u', 4), 'update');
    await turns();
    expect(done.join('')).toBe('u12u34|');
  });

  test('is bulk work’s in every other turn where updates would take all of them', async () => {
    addAll('x', {}, ['1', '2']);
    for (let i = 0; i < 9; i += 1) scheduler.add('y', {}, work('u', 5), 'update');
    await turns();
    expect(done.join('')).toBe('uu|1uu|uu|2uu|u|');
  });
});

describe('who is woken for one piece', () => {
  test('may do that piece alone, and is woken again for the next', async () => {
    const owner = {};
    let left = 3;
    const read = () => {
      while (left > 0 && scheduler.takeTurn('x', owner, read)) {
        left -= 1;
        work(String(left), 10)();
      }
    };
    read();
    expect(done).toEqual([]);
    await turns();
    expect(done.join('')).toBe('2|1|0|');
  });

  test('loses its turn where it does nothing with it', async () => {
    const owner = {};
    let woken = 0;
    const wake = () => {
      woken += 1;
    };
    expect(scheduler.takeTurn('x', owner, wake)).toBe(false);
    await turns();
    expect([woken, scheduler.takeTurn('x', owner, wake)]).toEqual([1, false]);
    await turns();
    expect(woken).toBe(2);
  });

  test('waits once, however often it asks, and not at all once it has left', async () => {
    const owner = {};
    const wake = () => done.push('woken');
    scheduler.takeTurn('x', owner, wake);
    scheduler.takeTurn('x', owner, wake);
    expect(scheduler.size).toBe(1);
    scheduler.leave('x', owner);
    expect(scheduler.size).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual([]);
  });
});
