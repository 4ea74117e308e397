import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { historyGaps, pointsDropped } from '../../../src/history/history-metrics.ts';
import { BUFFERED_MS } from '../../../src/history/recorder/change-buffer.ts';
import { FLUSH_MS, Recorder } from '../../../src/history/recorder/recorder.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import type { BoardObserver } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import { until } from '../../harness/until.ts';
import { FedBoard } from '../../history/kills/fed-board.ts';

/** Two replicas that observe one board. The second one follows, until its `following` says otherwise. */
async function replicas(board: OddsBoard) {
  const store = await openStore(newStoreUrl());
  onTestFinished(() => store.close());
  const clock = new ManualClock();
  const observers: BoardObserver<Odds>[] = [];
  board.onChange((entry) => {
    for (const observer of observers) observer.onEntry(entry);
  });
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
  const leading = { isLive: true, isFilling: false, frameAge: 0 };
  const leader = record(leading);
  const following = { isLive: true, isFilling: false, frameAge: null as number | null };
  const follower = record(following);
  await leader.settled();
  /** Waits, while time passes, until the store has come so far. */
  const untilStored = (isThere: (stored: Awaited<ReturnType<typeof store.position>>) => boolean) =>
    until(async () => {
      clock.advance(FLUSH_MS);
      await turn();
      return isThere(await store.position());
    });
  return { store, clock, leading, leader, following, follower, untilStored };
}

// What has changed unseen is written in the first batch, or in a later one.
test.each([500, 1_500])(
  'one of %i prices that changed while nobody watched is a gap',
  async (count) => {
    const board = new OddsBoard();
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
    snapshot({});
    const { store, clock, leader, following, follower, untilStored } = await replicas(board);
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
    await untilStored((stored) => (stored?.span.from ?? 0) >= foundAt);
    const { gaps } = await store.coverage({ from: lostAt, to: clock.now() });
    expect(gaps[0]?.from).toBe(lostAt);
    await follower.stop();
  },
);

test('a replica that has followed for more than a minute goes on without a gap, and has lost nothing', async () => {
  const fed = new FedBoard(1, 100);
  const { store, clock, leader, following, follower, untilStored } = await replicas(fed.board);
  const counts = async () =>
    [await pointsDropped.get(), await historyGaps.get()].map(({ values }) => values[0]?.value);
  const before = await counts();
  const untilAllStored = () =>
    untilStored((stored) => stored?.position.version === fed.board.rows.version);
  const end = clock.monotonic() + BUFFERED_MS;
  while (clock.monotonic() < end) {
    fed.change(clock.now());
    await untilAllStored();
  }
  await leader.stop();
  fed.change(clock.now()); // It is killed before it has stored this.
  Object.assign(following, { isLive: false, isFilling: true, frameAge: 0 });
  follower.onState();
  clock.advance(2_000);
  Object.assign(following, { isLive: true, isFilling: false });
  follower.onState();
  await untilAllStored();
  expect((await store.coverage({ from: 0, to: clock.now() })).spans).toHaveLength(1);
  expect(await counts()).toEqual(before);
  await follower.stop();
});
