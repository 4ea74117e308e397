import type { Point, SeriesId } from '../series.ts';
import type { NumberedPoint } from '../store/batch-points.ts';
import { tableOf } from '../store/days.ts';
import { flagsOf, fromFlags, IS_LISTED } from '../store/flags.ts';
import { type Connection, daysOf } from './postgres-database.ts';
import { SCHEMA_LOCK } from './postgres-schema.ts';

export interface PointRow {
  readonly at: number;
  readonly american: number;
  readonly line: number | null;
  readonly flags: number;
}

export function toPoint({ at, american, line, flags }: PointRow): Point {
  return { at, american, line, ...fromFlags(flags) };
}

/** Adds the points of a day, which exists; returns how many are new. */
export async function insertPoints(
  connection: Connection,
  day: number,
  points: readonly NumberedPoint[],
): Promise<number> {
  const { rowCount } = await connection.query({
    name: 'insert-points',
    text: `INSERT INTO points (day, series, at, american, line, flags)
      SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::real[], $5::real[], $6::smallint[])
      ON CONFLICT DO NOTHING`,
    values: [
      day,
      points.map(({ id }) => id),
      points.map(({ point }) => point.at),
      points.map(({ point }) => point.american),
      points.map(({ point }) => point.line),
      points.map(({ point }) => flagsOf(point)),
    ],
  });
  return rowCount ?? 0;
}

/** One row for each series of a day, found without reading the points between them. */
export function seriesIn(day: number): string {
  return `WITH RECURSIVE found (series) AS (
    (SELECT min(series) FROM points WHERE day = ${day})
    UNION ALL SELECT (SELECT min(series) FROM points WHERE day = ${day} AND series > found.series) FROM found
    WHERE found.series IS NOT NULL
  )`;
}

/** The last point of each series of `source` (in `f.series`) on a day, as a lateral join. */
export function lastOf(day: number): string {
  return `CROSS JOIN LATERAL (
    SELECT * FROM points WHERE day = ${day} AND series = f.series ORDER BY at DESC LIMIT 1
  ) p`;
}

/** Creates the partition of a day, which begins with what stood at the end of the day before. */
export async function ensureDay(connection: Connection, day: number): Promise<void> {
  if ((await daysOf(connection)).includes(day)) return;
  await connection.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
  const days = await daysOf(connection);
  if (days.includes(day)) return;
  await connection.query(`CREATE TABLE ${tableOf(day)} PARTITION OF points FOR VALUES IN (${day})`);
  await connection.query('INSERT INTO days VALUES ($1)', [day]);
  const before = days.findLast((other) => other < day);
  if (before === undefined) return;
  await connection.query(
    `${seriesIn(before)} INSERT INTO points (day, series, at, american, line, flags)
     SELECT ${day}, p.series, p.at, p.american, p.line, p.flags FROM found f ${lastOf(before)} WHERE p.${IS_LISTED}`,
  );
  await connection.query(
    `UPDATE events SET last_day = ${day} WHERE number IN (
       SELECT s.event FROM series s JOIN points p ON p.series = s.id AND p.day = ${day})`,
  );
}

/** Passes on what stands at the end of an earlier day to the days after it. */
export async function carryOn(
  connection: Connection,
  day: number,
  series: readonly SeriesId[],
): Promise<void> {
  let before = day;
  for (const next of (await daysOf(connection)).filter((other) => other > day)) {
    await connection.query(
      `DELETE FROM points WHERE day = ${next} AND series = ANY($1) AND at < ${next}::bigint * 86400000`,
      [series],
    );
    await connection.query(
      `INSERT INTO points (day, series, at, american, line, flags)
       SELECT ${next}, p.series, p.at, p.american, p.line, p.flags
       FROM unnest($1::integer[]) f (series) ${lastOf(before)} WHERE p.${IS_LISTED}`,
      [series],
    );
    before = next;
  }
}
