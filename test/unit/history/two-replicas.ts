import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { FLUSH_MS, Recorder } from '../../../src/history/recorder/recorder.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import type { BoardObserver } from '../../../src/live/board/live-board.ts';
import type { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import { until } from '../../harness/until.ts';

/** Two replicas that observe one board. The second one follows. `become` says otherwise. */
export async function twoReplicas(board: OddsBoard) {
  const store = await openStore(newStoreUrl());
  onTestFinished(() => store.close());
  const clock = new ManualClock();
  const observers: BoardObserver<Odds>[] = [];
  board.onChange((entry) => {
    for (const observer of observers) observer.onEntry(entry);
  });
  const record = (frameAge: number | null) => {
    const state = { isLive: true, isFilling: false, frameAge };
    const observe = (observer: BoardObserver<Odds>) => {
      observers.push(observer);
      return Object.assign(state, { rows: board.rows, stop: () => {} });
    };
    const connection = { store, opened: async () => {} };
    const recorder = new Recorder({ connection, observe, clock, log: SILENT_LOG });
    recorder.start();
    return Object.assign(recorder, {
      become(changes: Partial<typeof state>) {
        Object.assign(state, changes);
        recorder.onState();
      },
    });
  };
  const [leader, follower] = [record(0), record(null)];
  await leader.settled();
  /** Waits, while time passes, until the store has come so far. */
  const untilStored = (isThere: (stored: Awaited<ReturnType<typeof store.position>>) => boolean) =>
    until(async () => {
      clock.advance(FLUSH_MS);
      await turn();
      return isThere(await store.position());
    });
  /** Waits, while time passes, until readers of a replica know what it has watched. */
  const untilWatched = async (recorder: Recorder) => {
    while (recorder.watched === null) {
      let isSettled = false;
      void recorder.settled().then(() => {
        isSettled = true;
      });
      await until(() => {
        clock.advance(1);
        return isSettled;
      });
    }
  };
  return { store, clock, leader, follower, untilStored, untilWatched };
}
