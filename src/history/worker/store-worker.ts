import { parentPort, workerData } from 'node:worker_threads';
import { SQLITE_SCHEME } from '../store/store-url.ts';
import type { StoreCall, StoreMethods, StoreReply, WorkerOptions } from './store-methods.ts';

/* The program of a worker: a store, whose methods are called by messages. */

async function openStore({ url, role }: WorkerOptions): Promise<Partial<StoreMethods>> {
  if (!url.startsWith(SQLITE_SCHEME)) {
    const { openPostgres } = await import('../postgres/postgres-store.ts');
    return openPostgres(url);
  }
  const { openSqlite } = await import('../sqlite/sqlite-store.ts');
  return openSqlite(url.slice(SQLITE_SCHEME.length), role);
}

function errorOf(error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
}

async function answer(id: number, work: () => unknown): Promise<void> {
  let reply: StoreReply;
  try {
    reply = { id, value: await work() };
  } catch (error) {
    reply = { id, error: errorOf(error) };
  }
  parentPort?.postMessage(reply);
}

const opened = openStore(workerData);
await answer(0, () => opened.then(() => null));
parentPort?.on('message', ({ id, method, args }: StoreCall) =>
  answer(id, async () => {
    const store = await opened;
    const run = store[method] as ((...args: readonly unknown[]) => unknown) | undefined;
    return run?.apply(store, [...args]);
  }),
);
