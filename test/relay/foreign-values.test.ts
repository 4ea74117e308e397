import { describe, expect } from 'vitest';
import { hasRedis } from '../harness/programs/redis.ts';
import { until } from '../harness/until.ts';
import { type BoardReplicas, subscribe, testOfReplicas as test } from './board-replicas.ts';

/** Connections that wait in Redis for new entries of a log. */
async function blockedReads({ redis }: BoardReplicas): Promise<number> {
  const info = String(await redis.command(['CLIENT', 'LIST']));
  return info.split('\n').filter((line) => / flags=b /.test(line) && / cmd=xread /.test(line))
    .length;
}

/** Stores a value that is larger than any reply that a replica takes, without sending it to Redis. */
const HUGE = `local huge = string.rep('x', 33 * 1024 * 1024)
if KEYS[2] == 'log' then redis.call('XADD', KEYS[1], '*', 'header', huge)
else redis.call('HSET', KEYS[1], 'status', huge) end`;

describe.skipIf(!hasRedis).concurrent('a board in Redis', () => {
  test('with a step that is none in its log begins anew, says so once, and never shows it', async ({
    boards,
  }) => {
    const { replicas, clients } = await boards.startTwo();
    const [{ rows, log }] = await boards.boards();
    // Both wait for the log's next entry. One that reads it later may find that the other began anew.
    await until(async () => (await blockedReads(boards)) === replicas.length);
    const value = '{"kind":"step","format":2}';
    await boards.redis.command(
      ['HSET', rows, '1', value],
      ['XADD', log, '*', 'header', value, '1', value],
    );
    for (const client of clients) {
      const { odds } = await client.snapshot();
      expect(odds.map(({ id }) => id).sort()).toEqual(['0', '1', '2']);
      await client.untilState('READY');
    }
    await boards.update(clients);
    for (const replica of replicas) {
      expect(replica.log().match(/this release cannot read/g)).toHaveLength(1);
    }
    await until(() => boards.upstream.openStreams === 1);
  });

  test.for(['head', 'rows', 'log'] as const)(
    'with a huge value in its %s begins anew, and Redis does not send it',
    async (kind, { boards }) => {
      await (await subscribe(await boards.start())).snapshot();
      const [keys] = await boards.boards();
      await boards.redis.command(['EVAL', HUGE, '2', keys[kind], kind]);
      const before = await boards.redis.sentBytes();
      const client = await subscribe(await boards.start());
      await client.snapshot();
      await client.untilState('READY');
      expect((await boards.redis.sentBytes()) - before).toBeLessThan(
        kind === 'log' ? 70 * 2 ** 20 : 10e6,
      );
    },
  );

  test('whose offset, version, forgotten, tail or row is not of this program begins anew', async ({
    boards,
  }) => {
    let replica = await boards.start();
    await (await subscribe(replica)).snapshot();
    for (const spoilt of ['offset', 'version', 'forgotten', 'tail', 'row']) {
      await replica.stop();
      const [{ head, rows }] = await boards.boards();
      const row = String(await boards.redis.command(['HGET', rows, '1']));
      const later = `9999999999999${row.slice(row.indexOf(':'))}`; // A higher version than the board has.
      await boards.redis.command(
        spoilt === 'row' ? ['HSET', rows, '1', later] : ['HSET', head, spoilt, 'none'],
      );
      replica = await boards.start();
      const client = await subscribe(replica);
      expect((await client.snapshot()).total).toBe(3);
      await client.untilState('READY');
      await boards.update([client]);
      expect(replica.log().includes('some were lost, or are newer')).toBe(spoilt === 'row');
    }
  });

  test('that is older than what was told begins anew: an old cursor gets a snapshot', async ({
    boards,
  }) => {
    const { replicas, clients } = await boards.startTwo();
    const { redis, upstream } = boards;
    const [{ head, rows, log }] = await boards.boards();
    const backups = [head, rows, log].map((key) => [key, `${key}:backup`] as const);
    await redis.command(...backups.map(([key, backup]) => ['COPY', key, backup]));
    const [update] = await boards.update(clients);
    await redis.command(...backups.map(([key, backup]) => ['COPY', backup, key, 'REPLACE']), [
      'HSET',
      head,
      'run',
      'of the Redis that the backup is from',
    ]);
    upstream.streams[0]?.remove('2');
    for (const client of clients) expect((await client.snapshot()).total).toBe(3);
    for (const replica of replicas) {
      const late = await subscribe(replica, update?.cursor ?? null);
      expect((await late.snapshot()).total).toBe(3);
    }
    await until(() => upstream.openStreams === 1);
    expect(upstream.requests).toBe(2);
  });

  test('is not shared by deployments with different prefixes', async ({ boards }) => {
    const prefixes = ['one', 'other'];
    const replicas = await Promise.all(
      prefixes.map((redisPrefix) => boards.start({ redisPrefix })),
    );
    for (const replica of replicas) await (await subscribe(replica)).snapshot();
    expect(boards.upstream.openStreams).toBe(2);
    expect(await boards.boards()).toHaveLength(2);
  });
});
