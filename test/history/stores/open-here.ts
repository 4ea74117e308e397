import { type HistoryStore, readerBy } from '../../../src/history/history-store.ts';
import { PostgresDatabase } from '../../../src/history/postgres/postgres-database.ts';
import { SqliteDatabase } from '../../../src/history/sqlite/sqlite-database.ts';
import { unpackPages } from '../../../src/history/store/packed-pages.ts';
import type { SqlDatabase } from '../../../src/history/store/sql.ts';
import { SqlReader } from '../../../src/history/store/sql-reader.ts';
import { SqlWriter } from '../../../src/history/store/sql-writer.ts';
import { SQLITE_SCHEME } from '../../../src/history/worker/store-thread.ts';

/** Does all that `openStore` does, in this thread: to start two threads takes longer than most tests of a store. */
export async function openHere(url: string): Promise<HistoryStore> {
  const { writing, reading } = await databaseAt(url);
  const [writer, reader] = [new SqlWriter(writing), new SqlReader(reading)];
  return {
    ...readerBy((name, args) =>
      (reader[name] as (...values: unknown[]) => Promise<unknown>).apply(reader, [...args]),
    ),
    points: async (query) => unpackPages(await reader.points(query)),
    append: (batch) => writer.append(batch),
    position: () => writer.position(),
    standing: () => reader.standing(),
    forgetBefore: (time) => writer.forgetBefore(time),
    async close() {
      if (reading !== writing) await reading.close();
      await writing.close();
    },
  };
}

/** As threads have it: readers of SQLite have a connection of their own. */
async function databaseAt(url: string): Promise<{ writing: SqlDatabase; reading: SqlDatabase }> {
  if (!url.startsWith(SQLITE_SCHEME)) {
    const database = await PostgresDatabase.open(url);
    return { writing: database, reading: database };
  }
  const path = url.slice(SQLITE_SCHEME.length);
  const writing = await SqliteDatabase.openForWriting(path);
  return { writing, reading: SqliteDatabase.openForReading(path) };
}
