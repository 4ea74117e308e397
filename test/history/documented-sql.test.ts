import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openStore } from '../../src/history/worker/open-store.ts';
import { sharedPostgres } from '../harness/hooks/postgres.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { hasPostgres } from '../harness/programs/postgres.ts';
import { aBatch, aPoint, aSeries, DAY, HOUR, NOON } from './stores/batches.ts';

/** The queries that the documentation shows, with the id of the game. */
const [ofSqlite = '', ofPostgres = ''] = Array.from(
  readFileSync('docs/history.md', 'utf8').matchAll(/```sql\n(?<query>.*?)```/gs),
  ({ groups }) => groups?.['query']?.replaceAll('EVENT', 'nba_one'),
);

/** Two sportsbooks over two days, and one that the queries leave out. */
const BATCH = aBatch({
  series: [aSeries(), aSeries({ sportsbook: 'pinnacle' }), aSeries({ sportsbook: 'betmgm' })],
  points: [
    aPoint(NOON),
    aPoint(NOON + HOUR, { american: -115, line: -4 }),
    aPoint(NOON + DAY, { status: 'suspended', line: -4 }),
    aPoint(NOON + HOUR / 2, { series: 1, american: 105 }),
    aPoint(NOON + DAY + HOUR, { series: 1, status: 'removed', american: 105 }),
    aPoint(NOON, { series: 2 }),
  ],
});

const EXPECTED = [
  [NOON, 'draftkings', 'Home', -3.5, -110, 'open'],
  [NOON + HOUR / 2, 'pinnacle', 'Home', -3.5, 105, 'open'],
  [NOON + HOUR, 'draftkings', 'Home', -4, -115, 'open'],
  [NOON + DAY, 'draftkings', 'Home', -4, -110, 'suspended'],
  [NOON + DAY + HOUR, 'pinnacle', 'Home', -3.5, 105, 'removed'],
];

async function record(url: string): Promise<void> {
  const store = await openStore(url);
  await store.append(BATCH);
  await store.close();
}

test('the documented query of SQLite answers what was recorded', async () => {
  const path = join(newFolder(), 'history.db');
  await record(`sqlite:${path}`);
  const db = new DatabaseSync(path);
  const rows = db.prepare(ofSqlite).all();
  db.close();
  const found = rows.map(({ at, ...row }) => [Date.parse(`${at}Z`), ...Object.values(row)]);
  expect(found).toEqual(EXPECTED);
});

const newPostgresUrl = sharedPostgres();

test.skipIf(!hasPostgres)('the documented query of PostgreSQL answers the same', async () => {
  const url = await newPostgresUrl();
  await record(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ at: Date }>(ofPostgres);
  await client.end();
  expect(rows.map(({ at, ...row }) => [at.getTime(), ...Object.values(row)])).toEqual(EXPECTED);
});
