import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { hasRedis } from '../../harness/programs/redis.ts';
import { BoardReplicas, ROWS, snapshot, subscribe } from './board-replicas.ts';

let boards: BoardReplicas;

beforeEach(async () => {
  if (hasRedis) boards = await BoardReplicas.open();
});
afterEach(() => boards?.stop());

describe.skipIf(!hasRedis)('a Redis', { timeout: 60_000 }, () => {
  test('that is back with an older board than was told starts a new one: an old cursor gets a snapshot', async () => {
    const { replicas, clients } = await boards.startTwo(systemClock, systemClock);
    const { upstream } = boards;
    const [{ head, rows, log }] = await boards.boards();
    const backups = [head, rows, log].map((key) => [key, `${key}:backup`] as const);
    await boards.command(...backups.map(([key, backup]) => ['COPY', key, backup]));
    const [update] = await boards.update(clients);
    await boards.command(...backups.map(([key, backup]) => ['COPY', backup, key, 'REPLACE']), [
      'HSET',
      head,
      'run',
      'of the Redis that the backup is from',
    ]);
    upstream.streams[0]?.remove('2');
    for (const client of clients) expect((await snapshot(client)).total).toBe(3);
    for (const replica of replicas) {
      const late = await subscribe(replica, update?.cursor ?? null);
      expect((await snapshot(late)).total).toBe(3);
      late.close();
    }
    expect([upstream.openStreams, upstream.requests]).toEqual([1, 2]);
    for (const client of clients) client.close();
  });

  test('that does not come back: the last board stays, marked STALE, without a stream; queries go on', async () => {
    const { replicas, clients } = await boards.startTwo(systemClock, systemClock);
    const { redis, upstream } = boards;
    await redis.stop();
    await Promise.all(clients.map((client) => client.over()));
    for (const client of clients) {
      const states = client.results.flatMap(({ data }) =>
        data?.liveOdds?.__typename === 'FeedStatus' ? data.liveOdds.state : [],
      );
      expect(states.at(-1)).toBe('STALE');
    }
    const returned = await Promise.all(replicas.map((replica) => subscribe(replica)));
    for (const client of returned) {
      expect((await snapshot(client)).total).toBe(3);
      await client.untilState('STALE');
    }
    expect(returned.map(({ isOver }) => isOver)).toEqual([false, false]);
    expect([upstream.openStreams, upstream.requests]).toEqual([0, 1]);
    upstream.listed = ROWS;
    for (const replica of replicas) {
      const { data, errors } = await replica.ask('{ odds(first: 3) { nodes { id } } }');
      expect(errors).toEqual([]);
      expect(data.odds?.nodes).toHaveLength(3);
    }
    for (const client of returned) client.close();
  });
});
