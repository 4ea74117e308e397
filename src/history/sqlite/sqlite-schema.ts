import { startOf, tableOf } from '../store/days.ts';

/**
 * The schema's history: a database of version n has had the first n of these. Once released, none is changed.
 * The points of each day have a table of their own, see `createPointsTable`.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `CREATE TABLE events (
     number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sport TEXT NOT NULL, league TEXT NOT NULL,
     home_team TEXT, away_team TEXT, starts_at INTEGER NOT NULL, started_at INTEGER,
     first_day INTEGER, last_day INTEGER
   );
   CREATE INDEX events_last_day ON events (last_day);
   CREATE TABLE series (
     id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, event INTEGER NOT NULL, sportsbook TEXT NOT NULL,
     market_type TEXT NOT NULL, selection TEXT NOT NULL, selection_type TEXT NOT NULL, player TEXT, upstream_id TEXT,
     stat_category TEXT, opening_at INTEGER, opening_american REAL, opening_line REAL, is_first_seen INTEGER,
     closing_at INTEGER, closing_american REAL, closing_line REAL, closing_was_open INTEGER
   );
   CREATE INDEX series_event ON series (event);
   CREATE TABLE coverage (from_at INTEGER PRIMARY KEY, to_at INTEGER NOT NULL);
   CREATE TABLE recorder (
     id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, version INTEGER NOT NULL, span_from INTEGER NOT NULL,
     newest_at INTEGER
   );
   CREATE TABLE days (day INTEGER PRIMARY KEY);`,
  `ALTER TABLE series ADD COLUMN closing_status TEXT;
   UPDATE series SET closing_status = CASE WHEN closing_was_open THEN 'open' WHEN closing_american = 0 THEN 'suspended'
     ELSE 'removed' END WHERE closing_at IS NOT NULL;
   ALTER TABLE series DROP COLUMN closing_was_open;
   ALTER TABLE recorder DROP COLUMN newest_at;`,
];

/** In how many parts a line's unit is divided, since whole numbers take less room. */
export const LINE_SCALE = 1_000;

/** The most days of the view: a statement of SQLite can unite 500 tables. */
const VIEW_DAYS = 366;

/**
 * Compact, because there are millions: `ms` is the time since the day began; it is negative for what stood before,
 * which every day begins with. Lines are in thousandths.
 */
export function createPointsTable(table: string): string {
  return `CREATE TABLE ${table} (
    series INTEGER NOT NULL, ms INTEGER NOT NULL, american NUMERIC NOT NULL, line INTEGER, flags INTEGER NOT NULL,
    PRIMARY KEY (series, ms)
  ) WITHOUT ROWID`;
}

/** For those who ask the database directly: the points of the newest days, with times and lines as in the graph. */
export function createPointsView(days: readonly number[]): string {
  if (days.length === 0) return '';
  const ofDay = (day: number) =>
    `SELECT series, ${startOf(day)} + ms AS at, american, line / ${LINE_SCALE}.0 AS line, flags & 1 AS is_live,
       CASE flags >> 1 WHEN 0 THEN 'open' WHEN 1 THEN 'suspended' ELSE 'removed' END AS status
     FROM ${tableOf(day)} WHERE ms >= 0`;
  return `CREATE VIEW points AS ${days.slice(-VIEW_DAYS).map(ofDay).join(' UNION ALL ')}`;
}
