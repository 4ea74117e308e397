import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { FLUSH_MS, Recorder } from '../../../src/history/recorder/recorder.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import type { BoardObserver } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import { until } from '../../harness/until.ts';

// What has changed unseen is written in the first batch, or in a later one.
test.each([500, 1_500])(
  'one of %i prices that changed while nobody watched is a gap',
  async (count) => {
    const store = await openStore(newStoreUrl());
    const clock = new ManualClock();
    const board = new OddsBoard();
    const observers: BoardObserver<Odds>[] = [];
    board.onChange((entry) => {
      for (const observer of observers) observer.onEntry(entry);
    });
    const snapshot = (values: Partial<Odds>, last: Partial<Odds> = {}) => {
      const odds = Array.from({ length: count }, (_, i) => ({
        ...{ ...oddsRow(i), odds_american: 100, ...values },
        ...(i === count - 1 && last),
      }));
      board.startSnapshot();
      const data = { odds, count, total: count, offset: 0, has_more: false };
      board.applyFrame({ kind: 'snapshot', data });
      board.completeSnapshot();
    };
    const record = (state: { isLive: boolean; isFilling: boolean; frameAge: number | null }) => {
      const observe = (observer: BoardObserver<Odds>) => {
        observers.push(observer);
        return Object.assign(state, { rows: board.rows, stop: () => {} });
      };
      const connection = { store, opened: async () => {} };
      const recorder = new Recorder({ connection, observe, clock, log: SILENT_LOG });
      recorder.start();
      return recorder;
    };
    snapshot({});
    const leading = { isLive: true, isFilling: false, frameAge: 0 };
    const leader = record(leading);
    const following = { isLive: true, isFilling: false, frameAge: null as number | null };
    const follower = record(following);
    await leader.settled();
    clock.advance(FLUSH_MS);
    await leader.stop();
    const lostAt = (await store.position())?.span.to ?? 0;
    clock.advance(10_000);
    Object.assign(following, { isLive: false, isFilling: true, frameAge: 0 });
    follower.onState();
    snapshot({ deep_link: 'https://example.test' }, { odds_american: 150 });
    Object.assign(following, { isLive: true, isFilling: false });
    const foundAt = clock.now();
    follower.onState();
    await until(async () => {
      clock.advance(FLUSH_MS);
      await turn();
      return ((await store.position())?.span.from ?? 0) >= foundAt;
    });
    const { gaps } = await store.coverage({ from: lostAt, to: clock.now() });
    expect(gaps[0]?.from).toBe(lostAt);
    await follower.stop();
    await store.close();
  },
);
