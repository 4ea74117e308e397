import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../../../src/history/postgres/postgres-database.ts';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { sharedPostgres } from '../../harness/hooks/postgres.ts';
import { hasPostgres } from '../../harness/programs/postgres.ts';
import { aBatch } from './batches.ts';
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
    const other = new Client({ connectionString: url });
    await other.connect();
    const [isLocked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const standing = database.write(async (sql) => {
      await sql.lock('recorder');
      isLocked.resolve();
      await goesOn.promise;
      await sql.run('SELECT 1');
    });
    const refused = expect(standing).rejects.toThrow();
    await isLocked.promise;
    await other.query('BEGIN');
    await other.query('LOCK TABLE recorder IN SHARE ROW EXCLUSIVE MODE'); // Answered once the other transaction is over.
    goesOn.resolve();
    await refused;
    await other.end();
    await database.close();
  });
});
