import type { StoreMethods, WorkerRole } from '../worker/store-methods.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteWriter } from './sqlite-writer.ts';

/** Opens an SQLite database to write or to read it. The one that writes has to be open before. */
export function openSqlite(path: string, role: WorkerRole): Partial<StoreMethods> {
  if (role === 'write') {
    const db = SqliteDatabase.openForWriting(path);
    const writer = new SqliteWriter(db);
    return {
      append: (batch) => writer.append(batch),
      position: () => writer.position(),
      forgetBefore: (time) => writer.forgetBefore(time),
      close: () => db.close(),
    };
  }
  const db = SqliteDatabase.openForReading(path);
  const reader = new SqliteReader(db);
  return {
    seriesOf: (filter) => reader.seriesOf(filter),
    eventsIn: (range, filter) => reader.eventsIn(range, filter),
    points: (query) => reader.points(query),
    standingAt: (filter, at) => reader.standingAt(filter, at),
    changesSince: (filter, since, limit) => reader.changesSince(filter, since, limit),
    coverage: (range) => reader.coverage(range),
    summary: () => reader.summary(),
    standing: () => reader.standing(),
    close: () => db.close(),
  };
}
