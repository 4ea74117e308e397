import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/history/worker/open-store.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { newStoreUrl } from '../../harness/servers/recording.ts';
import { aBatch, aPoint, aSeries, DAY, NOON } from './batches.ts';
import { describeStore } from './store-contract.ts';

describeStore('SQLite', newStoreUrl);

test('SQLite keeps more days than one statement can read, and shows the newest of them', async () => {
  const path = join(newFolder(), 'history.db');
  const store = await openStore(`sqlite:${path}`);
  const first = NOON - 519 * DAY;
  const days = Array.from({ length: 520 }, (_, day) => day);
  const points = days.map((day) => aPoint(first + day * DAY, { american: 100 + day }));
  await store.append(aBatch({ points }));
  const all = { from: first, to: NOON + 1, resolution: 'TICK', limit: 1_000, after: null } as const;
  const [page] = await store.points({ ...all, seriesIds: [1] });
  expect(page?.points).toHaveLength(520);
  await store.close();
  const db = new DatabaseSync(path);
  const seen = db.prepare('SELECT count(*) AS days, max(at) AS newest FROM points').get();
  expect(seen).toEqual({ days: 366, newest: NOON });
  db.close();
});

test('the log of SQLite does not stay as large as it became while somebody read', async () => {
  const path = join(newFolder(), 'history.db');
  const store = await openStore(`sqlite:${path}`);
  const series = Array.from({ length: 2_000 }, (_, id) => aSeries({ upstreamId: String(id) }));
  let at = NOON;
  const write = async () => {
    at += 1;
    await store.append(aBatch({ series, points: series.map((_, n) => aPoint(at, { series: n })) }));
  };
  await write();
  const reader = new DatabaseSync(path);
  reader.exec('BEGIN; SELECT count(*) FROM points');
  const size = () => statSync(`${path}-wal`).size;
  while (size() < 2 ** 24) await write();
  reader.close();
  for (let times = 0; times < 3; times += 1) await write();
  expect(size()).toBeLessThanOrEqual(2 ** 23);
  await store.close();
});
