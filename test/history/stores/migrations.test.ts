import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../src/history/postgres/postgres-schema.ts';
import { createPointsTable, SQLITE_MIGRATIONS } from '../../../src/history/sqlite/sqlite-schema.ts';
import { dayOf, startOf, tableOf } from '../../../src/history/store/days.ts';
import { sharedPostgres } from '../../harness/hooks/postgres.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { hasPostgres } from '../../harness/programs/postgres.ts';
import { aBatch, aPoint, aSeries, HOUR, MINUTE, NOON } from './batches.ts';
import { openHere } from './open-here.ts';

const DAY = dayOf(NOON);

/** What the first release has written: three prices of a game that is over, one of them open when play began. */
const ROWS = `
  INSERT INTO events (id, sport, league, home_team, away_team, starts_at, started_at, first_day, last_day)
    VALUES ('nba_one', 'basketball', 'nba', 'Home', 'Away', ${NOON}, ${NOON}, ${DAY}, ${DAY});
  INSERT INTO days VALUES (${DAY});
  INSERT INTO coverage VALUES (${NOON - HOUR}, ${NOON + HOUR});
  INSERT INTO recorder VALUES (1, 'epoch', 7, ${NOON - HOUR}, ${NOON});
  ${[
    ['01', -110, true],
    ['02', 0, false],
    ['03', 120, false],
  ]
    .map(
      ([digest, american, wasOpen]) => `
  INSERT INTO series (digest, event, sportsbook, market_type, selection, selection_type, upstream_id, opening_at,
      opening_american, is_first_seen, closing_at, closing_american, closing_was_open)
    SELECT DIGEST('${digest}'), number, 'draftkings', 'moneyline', 'Home', 'home', '${digest}', ${NOON - HOUR}, -105,
      FALSE_, ${NOON - MINUTE}, ${american}, ${wasOpen ? 'TRUE_' : 'FALSE_'} FROM events;`,
    )
    .join('')}`;

/** Opens a database of the first release, checks that it has lost nothing, and records more. */
async function expectUpgrade(url: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    const store = await openHere(url); // The second time, nothing is left to do.
    const found = await store.seriesOf({ eventIds: ['nba_one'], marketTypes: ['moneyline'] });
    const series = found.toSorted((a, b) => a.id - b.id);
    expect(series.map(({ closing }) => [closing?.american, closing?.status])).toEqual([
      [-110, 'open'],
      [0, 'suspended'],
      [120, 'removed'],
    ]);
    expect(await store.position()).toEqual({
      position: { epoch: 'epoch', version: 7 },
      span: { from: NOON - HOUR, to: NOON + HOUR },
    });
    const query = { from: 0, to: 2 * NOON, resolution: 'TICK', limit: 9, after: null } as const;
    const [page] = await store.points({ ...query, seriesIds: [series[0]?.id ?? 0] });
    expect(page?.points).toMatchObject([{ at: NOON - HOUR, american: -105, status: 'open' }]);
    await store.append(
      aBatch({ series: [aSeries({ upstreamId: 'new' })], events: [], points: [] }),
    );
    await store.append(aBatch({ series: [series[1]?.id ?? 0], points: [aPoint(NOON + MINUTE)] }));
    await store.close();
  }
}

test('a database of SQLite that the first release has written is brought up to date', async () => {
  const path = join(newFolder(), 'history.db');
  const db = new DatabaseSync(path);
  db.exec(SQLITE_MIGRATIONS[0] ?? '');
  db.exec(ROWS.replaceAll('DIGEST', 'unhex').replaceAll('TRUE_', '1').replaceAll('FALSE_', '0'));
  db.exec(createPointsTable(tableOf(DAY)));
  db.exec(`INSERT INTO ${tableOf(DAY)} VALUES (1, ${NOON - HOUR - startOf(DAY)}, -105, NULL, 0)`);
  db.exec('PRAGMA user_version = 1');
  db.close();
  await expectUpgrade(`sqlite:${path}`);
});

const newPostgresUrl = sharedPostgres();

test.skipIf(!hasPostgres)(
  'a database of PostgreSQL that the first release has written is brought up to date',
  async () => {
    const url = await newPostgresUrl();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(POSTGRES_MIGRATIONS[0] ?? '');
    const rows = ROWS.replaceAll(/DIGEST\('(\d+)'\)/g, "decode('$1', 'hex')");
    await client.query(rows.replaceAll('TRUE_', 'true').replaceAll('FALSE_', 'false'));
    await client.query(`CREATE TABLE ${tableOf(DAY)} PARTITION OF points FOR VALUES IN (${DAY});
      INSERT INTO points VALUES (${NOON - HOUR}, 1, ${DAY}, -105, NULL, 0);
      CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (1)`);
    await client.end();
    await expectUpgrade(url);
  },
);
