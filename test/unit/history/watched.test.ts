import { expect, test } from 'vitest';
import { FLUSH_MS } from '../../../src/history/recorder/recorder.ts';
import { FedBoard } from '../../history/kills/fed-board.ts';
import { twoReplicas } from './two-replicas.ts';

const OUTAGE_MS = 600_000;

test('a replica that follows has not watched an outage of upstream, also if no price has changed since', async () => {
  const fed = new FedBoard(1, 100);
  const { clock, leader, follower, untilWatched } = await twoReplicas(fed.board);
  await untilWatched(follower);
  for (const one of [leader, follower]) one.become({ isLive: false });
  clock.advance(OUTAGE_MS);
  const backAt = clock.now();
  for (const one of [leader, follower]) one.become({ isLive: true });
  await untilWatched(follower);
  expect(follower.watched?.from).toBeGreaterThanOrEqual(backAt);
  await Promise.all([leader.stop(), follower.stop()]);
});

test('the replica that records has not watched an outage, also if it was storing changes when that ended', async () => {
  const fed = new FedBoard(1, 100);
  const { clock, leader, follower, untilWatched } = await twoReplicas(fed.board);
  leader.become({ isLive: false, isFilling: true });
  clock.advance(OUTAGE_MS);
  fed.change(clock.now());
  clock.advance(FLUSH_MS);
  leader.become({ isLive: true, isFilling: false });
  const backAt = clock.now();
  await untilWatched(leader);
  expect(leader.watched?.from).toBeGreaterThanOrEqual(backAt);
  await Promise.all([leader.stop(), follower.stop()]);
});
