import { type HistoryStore, readerBy } from '../history-store.ts';
import { unpackPages } from '../store/packed-pages.ts';
import { SQLITE_SCHEME, StoreThread } from './store-thread.ts';

/** A store in worker threads: nothing that it does takes time of this thread, except for copying what it returns. */
export interface OpenStore extends HistoryStore {
  /** Whether a thread has ended by itself, so that the store has to be opened again. */
  readonly hasEnded: boolean;
}

/**
 * Opens the database at `sqlite:PATH` or a URL of PostgreSQL, creates it or brings its schema up to date. Rejects
 * with `NewerSchemaError`, or with the error of the database.
 */
export async function openStore(url: string): Promise<OpenStore> {
  const writer = await StoreThread.open({ url, role: 'write' });
  const reader = await openReader(url, writer);
  return {
    ...readerBy((name, args) => reader.call(name, ...args)),
    points: async (query) => unpackPages(await reader.call('points', query)),
    append: (batch) => writer.call('append', batch),
    position: () => writer.call('position'),
    standing: () => reader.call('standing'),
    forgetBefore: (time) => writer.call('forgetBefore', time),
    get hasEnded() {
      return writer.hasEnded || reader.hasEnded;
    },
    async close() {
      await reader.close();
      await writer.close();
    },
  };
}

/** An SQLite database has a thread that writes and one that reads, so that no read waits for a write. */
async function openReader(url: string, writer: StoreThread): Promise<StoreThread> {
  if (!url.startsWith(SQLITE_SCHEME)) return writer;
  try {
    return await StoreThread.open({ url, role: 'read' });
  } catch (error) {
    await writer.close();
    throw error;
  }
}
