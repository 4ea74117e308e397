import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PostgresDatabase } from '../../../src/history/postgres/postgres-database.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { sharedPostgres } from '../../harness/hooks/postgres.ts';
import { hasPostgres } from '../../harness/programs/postgres.ts';
import { TcpProxy } from '../../harness/servers/tcp-proxy.ts';
import { aBatch, anEvent, aPoint, aSeries, DAY, NOON } from './batches.ts';
import { describeStore } from './store-contract.ts';

describe.skipIf(!hasPostgres)('with a PostgreSQL', () => {
  const newPostgresUrl = sharedPostgres();

  describeStore('PostgreSQL', newPostgresUrl);

  test('takes no numbers for events and series that it has already', async () => {
    const url = await newPostgresUrl();
    const store = await openStore(url);
    for (let time = 0; time < 3; time += 1) await store.append(aBatch());
    await store.close();
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('SELECT max(last_value) AS taken FROM pg_sequences');
    await client.end();
    expect(rows).toEqual([{ taken: 1 }]);
  });

  test('ends the transaction of a process that stands still, so that another one can write', async () => {
    const url = await newPostgresUrl();
    const database = await PostgresDatabase.open(url);
    const other = await PostgresDatabase.open(url);
    const [isWriting, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const standing = database.write(async (sql) => {
      isWriting.resolve();
      await goesOn.promise;
      await sql.run('SELECT 1');
    });
    const refused = expect(standing).rejects.toThrow();
    await isWriting.promise;
    await other.write((sql) => sql.run('SELECT 1')); // Once the other transaction is over.
    goesOn.resolve();
    await refused;
    await other.close();
    await database.close();
  });

  test('writes while its readers are busy', async () => {
    const database = await PostgresDatabase.open(await newPostgresUrl());
    const isRead = Promise.withResolvers<void>();
    const reads = Array.from({ length: 8 }, () => database.read(() => isRead.promise));
    expect(await database.write((sql) => sql.all('SELECT 1 AS done'))).toEqual([{ done: 1 }]);
    isRead.resolve();
    await Promise.all(reads);
    await database.close();
  });

  test('waits for a server that hangs no longer than for one answer', async () => {
    const url = new URL(await newPostgresUrl());
    const proxy = await TcpProxy.open(Number(url.port));
    url.port = String(proxy.port);
    const database = await PostgresDatabase.open(url.href);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [isCut, failed] = [Promise.withResolvers<void>(), vi.fn()];
    const read = database.read((sql) => {
      proxy.cut();
      isCut.resolve();
      return sql.run('SELECT 1');
    });
    read.catch(failed);
    await isCut.promise;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(failed).toHaveBeenCalledOnce();
    await proxy.close();
    await database.close();
  });

  test('begins a day while somebody reads the points', async () => {
    const url = await newPostgresUrl();
    const store = await openStore(url);
    await store.append(aBatch({ points: [aPoint(NOON)] }));
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('BEGIN; SELECT count(*) FROM points'); // As pg_dump does.
    const { points } = await store.append(aBatch({ points: [aPoint(NOON + DAY)] }));
    expect(points).toBe(1);
    await client.end();
    await store.close();
  });

  test('takes what several imports write at the same time, each with new days', async () => {
    const url = await newPostgresUrl();
    const stores = await Promise.all([openStore(url), openStore(url)]);
    for (let round = 0; round < 6; round += 1) {
      const appended = stores.map((store, n) => {
        const days = [0, round * 2 + n + 1];
        const points = days.map((day) => aPoint(NOON + day * DAY + round));
        const events = [anEvent({ id: `${n}` })];
        return store.append(aBatch({ events, series: [aSeries({ eventId: `${n}` })], points }));
      });
      expect(await Promise.all(appended)).toHaveLength(2);
    }
    for (const store of stores) await store.close();
  });
});
