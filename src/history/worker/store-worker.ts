import { parentPort, workerData } from 'node:worker_threads';
import type { SqlDatabase } from '../store/sql.ts';
import { SqlReader } from '../store/sql-reader.ts';
import { SqlWriter } from '../store/sql-writer.ts';
import {
  type PackedStore,
  SQLITE_SCHEME,
  type StoreCall,
  type StoreReply,
  type WorkerOptions,
} from './store-thread.ts';

/* The program of a worker: a store, whose methods are called by messages. */

async function openDatabase({ url, role }: WorkerOptions): Promise<SqlDatabase> {
  if (!url.startsWith(SQLITE_SCHEME)) {
    const { PostgresDatabase } = await import('../postgres/postgres-database.ts');
    return PostgresDatabase.open(url);
  }
  const { SqliteDatabase } = await import('../sqlite/sqlite-database.ts');
  const path = url.slice(SQLITE_SCHEME.length);
  return role === 'write'
    ? SqliteDatabase.openForWriting(path)
    : SqliteDatabase.openForReading(path);
}

function errorOf(error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // If none of a name's addresses can be reached, Node's error has a code but no message.
  return { name, message: message || String(Object(error).code) };
}

async function answer(id: number, work: () => unknown): Promise<void> {
  let reply: StoreReply;
  try {
    reply = { id, value: await work() };
  } catch (error) {
    reply = { id, error: errorOf(error) };
  }
  parentPort?.postMessage(reply);
  // The thread ends, and the database is opened anew.
  if ('error' in reply && reply.error.name === 'FileGoneError') parentPort?.close();
}

let parts: readonly Partial<PackedStore>[] = [];
await answer(0, async () => {
  const db = await openDatabase(workerData);
  parts = [new SqlReader(db), new SqlWriter(db), { close: async () => db.close() }];
  return null;
});
parentPort?.on('message', ({ id, method, args }: StoreCall) =>
  answer(id, () => {
    const owner = parts.find((part) => method in part);
    const run = owner?.[method] as ((...values: unknown[]) => unknown) | undefined;
    return run?.apply(owner, [...args]);
  }),
);
