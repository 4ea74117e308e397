import { join } from 'node:path';
import { newFolder } from '../node/new-folder.ts';

/** The address of a new SQLite database. */
export function newStoreUrl(): string {
  return `sqlite:${join(newFolder(), 'history.db')}`;
}

/** The settings of a graph that records prices. */
export function recordingIn(url = newStoreUrl()) {
  return { url, apiKey: 'demo_enterprise', days: 30 };
}
