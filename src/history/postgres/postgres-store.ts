import type { StoreMethods } from '../worker/store-methods.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { PostgresReader } from './postgres-reader.ts';
import { PostgresWriter } from './postgres-writer.ts';

/** Opens a PostgreSQL database to write and to read it. */
export async function openPostgres(url: string): Promise<StoreMethods> {
  const db = await PostgresDatabase.open(url);
  const writer = new PostgresWriter(db);
  const reader = new PostgresReader(db);
  return {
    append: (batch) => writer.append(batch),
    position: () => writer.position(),
    forgetBefore: (time) => writer.forgetBefore(time),
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
