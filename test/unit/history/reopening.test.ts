import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { FLUSH_MS, Recorder } from '../../../src/history/recorder/recorder.ts';
import type { BoardObserver } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';

test('a stream that upstream refuses is opened ever less often, until one has been live', async () => {
  const clock = new ManualClock();
  const { rows } = new OddsBoard();
  /** How many seconds after the one before each stream was opened. */
  const waits: number[] = [];
  let openedAt = clock.monotonic();
  const state = { isLive: false, isFilling: true, frameAge: 0 };
  const observe = (observer: BoardObserver<Odds>) => {
    waits.push(Math.round((clock.monotonic() - openedAt) / 1_000));
    openedAt = clock.monotonic();
    clock.after(1, () => {
      if (state.isLive) observer.onState();
      observer.onEnd(null);
    });
    return Object.assign(state, { rows, stop: () => {} });
  };
  const connection = {
    get store(): never {
      throw new Error('It is not open.');
    },
    opened: async () => {},
  };
  new Recorder({ connection, observe, clock, log: SILENT_LOG }).start();
  await clock.advanceInSteps(250_000, FLUSH_MS);
  expect(waits.splice(0)).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  state.isLive = true;
  await clock.advanceInSteps(60_000, FLUSH_MS);
  expect(waits.splice(0, 3)).toEqual([60, 1, 1]);
  state.isLive = false;
  waits.length = 0;
  await clock.advanceInSteps(20_000, FLUSH_MS);
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
});
