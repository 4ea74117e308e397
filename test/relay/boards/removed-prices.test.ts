import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/scheduling/clock.ts';
import { hasRedis } from '../../harness/programs/redis.ts';
import { until } from '../../harness/until.ts';
import { BoardReplicas } from './board-replicas.ts';

const MINUTE_MS = 60_000;

/** Time passes as usual, but what is done each minute is done all the time. */
const clock: Clock = {
  ...systemClock,
  every: (ms, run) => systemClock.every(ms === MINUTE_MS ? 10 : ms, run),
};

let boards: BoardReplicas;

beforeEach(async () => {
  if (hasRedis) boards = await BoardReplicas.open();
});
afterEach(() => boards?.stop());

test.skipIf(!hasRedis)('Redis drops the removals that the leader has forgotten', async () => {
  const { clients } = await boards.startTwo(clock, systemClock);
  const [{ rows }] = await boards.boards();
  (await boards.upstream.stream(1)).remove('0');
  for (const client of clients) await client.untilKind('OddsRemoval');
  await until(async () => {
    await boards.update(clients); // Redis learns what is forgotten together with the next change.
    return (await boards.command(['HEXISTS', rows, '0'])) === 0;
  });
  expect(await boards.command(['HLEN', rows])).toBe(2);
  for (const client of clients) client.close();
});
