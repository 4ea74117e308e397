import { existsSync } from 'node:fs';
import { openStore } from '../history/worker/open-store.ts';
import { SQLITE_SCHEME } from '../history/worker/store-thread.ts';

/** Opens a database to read from: one that does not exist would be created otherwise. */
export async function openExisting(url: string) {
  if (url.startsWith(SQLITE_SCHEME) && !existsSync(url.slice(SQLITE_SCHEME.length))) {
    throw new Error(`There is no database at ${url}.`);
  }
  return openStore(url);
}
