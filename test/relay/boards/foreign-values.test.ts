import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { hasRedis } from '../../harness/programs/redis.ts';
import { until } from '../../harness/until.ts';
import { BoardReplicas, snapshot, subscribe } from './board-replicas.ts';

let boards: BoardReplicas;

beforeEach(async () => {
  if (hasRedis) boards = await BoardReplicas.open();
});
afterEach(() => boards?.stop());

/** Connections that wait in Redis for new entries of a log. */
async function blockedReads(): Promise<number> {
  const info = String(await boards.command(['CLIENT', 'LIST']));
  return info.split('\n').filter((line) => / flags=b /.test(line) && / cmd=xread /.test(line))
    .length;
}

describe.skipIf(!hasRedis)('a board in Redis', { timeout: 60_000 }, () => {
  test.each(['{"kind":"step","epoch":"of a', '{"kind":"step","format":2}', 'of another program'])(
    'with %s in its log begins anew, says so once, and never shows it',
    async (value) => {
      const { replicas, clients } = await boards.startTwo(systemClock, systemClock);
      const [{ rows, log }] = await boards.boards();
      // Both wait for the log's next entry. One that reads it later may find that the other began anew.
      await until(async () => (await blockedReads()) === replicas.length);
      await boards.command(
        ['HSET', rows, '1', value],
        ['XADD', log, '*', 'header', value, '1', value],
      );
      for (const client of clients) {
        const { odds } = await snapshot(client);
        expect(odds.map(({ id }) => id).sort()).toEqual(['0', '1', '2']);
        await client.untilState('READY');
      }
      await boards.update(clients);
      for (const replica of replicas) {
        expect(replica.log().match(/this release cannot read/g)).toHaveLength(1);
      }
      expect(boards.upstream.openStreams).toBe(1);
      for (const client of clients) client.close();
    },
  );

  test.each(['head', 'rows', 'log'] as const)(
    'with a huge value in its %s begins anew, and Redis does not send it',
    async (kind) => {
      const one = await boards.start(systemClock);
      await snapshot(await subscribe(one));
      const [keys] = await boards.boards();
      const huge = 'x'.repeat(48 * 2 ** 20);
      await boards.command(
        kind === 'log'
          ? ['XADD', keys.log, '*', 'header', huge]
          : ['HSET', keys[kind], 'status', huge],
      );
      const before = await boards.sentBytes();
      const other = await boards.start(systemClock);
      const client = await subscribe(other);
      await snapshot(client);
      await client.untilState('READY');
      expect((await boards.sentBytes()) - before).toBeLessThan(
        kind === 'log' ? 100 * 2 ** 20 : 10e6,
      );
      client.close();
    },
  );

  test.each(['head', 'rows', 'log'] as const)(
    'whose %s another program has overwritten begins anew',
    async (kind) => {
      const { clients } = await boards.startTwo(systemClock, systemClock);
      const [keys] = await boards.boards();
      await boards.command(['SET', keys[kind], 'of another program']);
      for (const client of clients) expect((await snapshot(client)).odds).toHaveLength(3);
      await boards.update(clients);
      expect(boards.upstream.openStreams).toBe(1);
      for (const client of clients) client.close();
    },
  );

  test('is not shared by deployments with different prefixes', async () => {
    const one = await boards.start(systemClock, 'one');
    const other = await boards.start(systemClock, 'other');
    const clients = [await subscribe(one), await subscribe(other)];
    for (const client of clients) await snapshot(client);
    expect(boards.upstream.openStreams).toBe(2);
    expect(await boards.boards()).toHaveLength(2);
    for (const client of clients) client.close();
  });
});
