import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/history/worker/open-store.ts';
import { describeStore } from './store-contract.ts';

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  return {
    open: () => openStore(`sqlite:${join(folder, 'history.db')}`),
    remove: () => rm(folder, { recursive: true }),
  };
});
