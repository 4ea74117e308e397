import { expect, test, vi } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { historyMetrics } from '../../../src/history/history-metrics.ts';
import { BUFFERED_MS } from '../../../src/history/recorder/change-buffer.ts';
import { FLUSH_MS } from '../../../src/history/recorder/recorder.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { FedBoard } from '../../history/kills/fed-board.ts';
import { twoReplicas } from './two-replicas.ts';

const counts = async () =>
  [
    await historyMetrics.history_points_dropped_total.get(),
    await historyMetrics.history_gaps_total.get(),
  ].map(({ values }) => values[0]?.value ?? 0);

// What has changed unseen is written in the first batch, in a later one, or in both.
test.each([
  [1, 500],
  [1, 1_500],
  [1_500, 1_500],
])(
  'what %i of %i prices did while nobody watched is one gap, until the board is complete again',
  async (changed, count) => {
    const board = new OddsBoard();
    const rows = (values: (i: number) => Partial<Odds>) =>
      Array.from({ length: count }, (_, i) => ({
        ...oddsRow(i),
        odds_american: 100,
        ...values(i),
      }));
    board.applyFrame(frames.connected());
    board.applyFrame(frames.snapshot(rows(() => ({}))));
    board.applyFrame(frames.complete([]));
    const { store, clock, leader, follower, untilStored } = await twoReplicas(board);
    clock.advance(FLUSH_MS);
    await leader.stop();
    const lostAt = (await store.position())?.span.to ?? 0;
    const [, gapsBefore = 0] = await counts();
    clock.advance(10_000);
    const append = vi.spyOn(store, 'append');
    follower.become({ isLive: false, isFilling: true, frameAge: 0 });
    board.applyFrame(frames.connected());
    const found = rows((i) =>
      i < count - changed ? { deep_link: 'https://example.test' } : { odds_american: 150 },
    );
    for (const part of [found.slice(0, -1), found.slice(-1)]) {
      clock.advance(500);
      board.applyFrame(frames.snapshot(part));
    }
    board.applyFrame(frames.complete([]));
    const completeAt = clock.now();
    follower.become({ isLive: true, isFilling: false });
    await untilStored((stored) => (stored?.span.to ?? 0) > completeAt);
    const storedTo = (await store.position())?.span.to ?? 0;
    const { gaps } = await store.coverage({ from: lostAt, to: storedTo });
    expect(gaps).toEqual([{ from: lostAt, to: completeAt }]);
    for (const [{ coverage }] of append.mock.calls) {
      if (coverage !== null) expect(coverage.to).toBeGreaterThanOrEqual(coverage.from);
    }
    expect((await counts())[1]).toBe(gapsBefore + 1);
    await follower.stop();
  },
);

test('a replica that has followed for more than a minute goes on without a gap, and has lost nothing', async () => {
  const fed = new FedBoard(1, 100);
  const { store, clock, leader, follower, untilStored } = await twoReplicas(fed.board);
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
  follower.become({ isLive: false, isFilling: true, frameAge: 0 });
  clock.advance(2_000);
  follower.become({ isLive: true, isFilling: false });
  await untilAllStored();
  expect((await store.coverage({ from: 0, to: clock.now() })).spans).toHaveLength(1);
  expect(await counts()).toEqual(before);
  await follower.stop();
});
