import type { Point, SeriesId } from '../series.ts';
import { startOf, tableOf } from '../store/days.ts';
import { flagsOf, fromFlags, IS_LISTED } from '../store/flags.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

export interface PointRow {
  readonly ms: number;
  readonly american: number;
  readonly line: number | null;
  readonly flags: number;
}

export const POINT_COLUMNS = 'ms, american, line, flags';

const LINE_SCALE = 1_000;

export function toPoint({ ms, american, line, flags }: PointRow, dayStart: number): Point {
  return {
    at: dayStart + ms,
    american,
    line: line === null ? null : line / LINE_SCALE,
    ...fromFlags(flags),
  };
}

/** Adds a point to the table of a day, which exists; returns whether it is new. */
export function insertPoint(
  db: SqliteDatabase,
  day: number,
  series: SeriesId,
  point: Point,
): boolean {
  const { at, american, line } = point;
  const changes = db.run(
    `INSERT OR IGNORE INTO ${tableOf(day)} (series, ${POINT_COLUMNS}) VALUES (?, ?, ?, ?, ?)`,
    series,
    at - startOf(day),
    american,
    line === null ? null : Math.round(line * LINE_SCALE),
    flagsOf(point),
  );
  return changes > 0;
}

/** The last point before a time, which may be of an earlier day but has to be known on this one. */
export function lastBefore(
  db: SqliteDatabase,
  day: number,
  series: SeriesId,
  time: number,
  condition = 'true',
): Point | null {
  const row = db.get<PointRow>(
    `SELECT ${POINT_COLUMNS} FROM ${tableOf(day)}
     WHERE series = ? AND ms < ? AND ${condition} ORDER BY ms DESC LIMIT 1`,
    series,
    time - startOf(day),
  );
  return row === undefined ? null : toPoint(row, startOf(day));
}

/** One row for each series of a day, found without reading the points between them. */
export function seriesIn(table: string): string {
  return `WITH RECURSIVE found (series) AS (
    SELECT min(series) FROM ${table}
    UNION ALL SELECT (SELECT min(series) FROM ${table} WHERE series > found.series) FROM found
    WHERE found.series IS NOT NULL
  )`;
}

/** Begins a new day with what stood at the end of the day before. */
export function carryAll(db: SqliteDatabase, from: number, to: number): void {
  const source = tableOf(from);
  db.run(
    `INSERT INTO ${tableOf(to)} (series, ${POINT_COLUMNS})
     ${seriesIn(source)}
     SELECT p.series, p.ms + ?, p.american, p.line, p.flags FROM found JOIN ${source} p ON p.series = found.series
     AND p.ms = (SELECT max(ms) FROM ${source} WHERE series = found.series) WHERE p.${IS_LISTED}`,
    startOf(from) - startOf(to),
  );
  db.run(
    `UPDATE events SET last_day = ? WHERE number IN (SELECT DISTINCT s.event FROM series s
     WHERE s.id IN (${seriesIn(tableOf(to))} SELECT series FROM found))`,
    to,
  );
}

/** Mends what a day begins with after points have been added to the day before. */
export function carryAgain(
  db: SqliteDatabase,
  from: number,
  to: number,
  series: Iterable<SeriesId>,
): void {
  for (const id of series) {
    db.run(`DELETE FROM ${tableOf(to)} WHERE series = ? AND ms < 0`, id);
    db.run(
      `INSERT INTO ${tableOf(to)} (series, ${POINT_COLUMNS})
       SELECT series, ms + ?, american, line, flags FROM (
         SELECT * FROM ${tableOf(from)} WHERE series = ? ORDER BY ms DESC LIMIT 1
       ) WHERE ${IS_LISTED}`,
      startOf(from) - startOf(to),
      id,
    );
  }
}
