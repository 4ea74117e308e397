import type { Batch, BatchPoint } from '../history-store.ts';
import type { Point, SeriesId } from '../series.ts';
import { dayOf } from './days.ts';
import { fromFlags, IS_LISTED } from './flags.ts';
import type { DayTable, NumberedPoint, Sql, SqlValue } from './sql.ts';

/** A point as statements give it back. */
export interface PointRow {
  readonly at: number;
  readonly american: number;
  readonly line: number | null;
  readonly flags: number;
}

export function toPoint({ at, american, line, flags }: PointRow): Point {
  return { at, american, line, ...fromFlags(flags) };
}

/** The days that have tables, in ascending order. */
export async function daysOf(sql: Sql): Promise<number[]> {
  const rows = await sql.all<{ day: number }>('SELECT day FROM days ORDER BY day');
  return rows.map(({ day }) => day);
}

/** How a statement begins: `found` has a row for each series of a day, without reading the points between them. */
export function withSeriesOf({ name }: DayTable): string {
  return `WITH RECURSIVE found (series) AS (
    SELECT min(series) FROM ${name}
    UNION ALL SELECT (SELECT min(series) FROM ${name} WHERE series > found.series) FROM found
    WHERE found.series IS NOT NULL
  )`;
}

/** The newest points of series that meet a condition, of a day's table. */
export async function newestPoints(
  sql: Sql,
  table: DayTable,
  ids: readonly SeriesId[],
  condition: string,
): Promise<Map<SeriesId, Point>> {
  const rows = await sql.all<PointRow & { n: SeriesId }>(
    `SELECT f.n, ${table.columns} FROM ${sql.numbers('$1')} f ${sql.joinNewest(table, 'f.n', condition)}`,
    sql.list(ids),
  );
  return new Map(rows.map((row) => [row.n, toPoint(row)]));
}

/** Adds a batch's points, whose series have these numbers; returns how many were new. */
export async function putPoints(
  sql: Sql,
  { points }: Batch,
  seriesIds: readonly SeriesId[],
): Promise<number> {
  const numbered = points.map((point) => ({ ...point, seriesId: numberOf(point, seriesIds) }));
  const byDay = [...Map.groupBy(numbered, ({ at }) => dayOf(at))];
  let added = 0;
  for (const [day, ofDay] of byDay.sort(([one], [other]) => one - other)) {
    const days = await ensureDay(sql, day);
    ofDay.sort((one, other) => one.seriesId - other.seriesId || one.at - other.at);
    added += await sql.insertPoints(day, ofDay);
    await sql.run(
      `UPDATE events SET first_day = CASE WHEN first_day < $1 THEN first_day ELSE $1 END,
         last_day = CASE WHEN last_day > $1 THEN last_day ELSE $1 END
       WHERE (first_day IS NULL OR first_day > $1 OR last_day < $1)
       AND number IN (SELECT event FROM series WHERE ${sql.isIn('id', '$2')})`,
      day,
      sql.list(seriesOf(ofDay)),
    );
    const later = days.filter((other) => other >= day).map((one) => sql.dayTable(one));
    await carryAgain(sql, later, ofDay);
  }
  return added;
}

function numberOf({ series }: BatchPoint, seriesIds: readonly SeriesId[]): SeriesId {
  const id = seriesIds[series];
  if (id === undefined) throw new RangeError('A point of a batch has no series.');
  return id;
}

/**
 * Creates the table of a day, which begins with what stood at the end of the day before. Returns all days.
 */
export async function ensureDay(sql: Sql, day: number): Promise<number[]> {
  const days = await daysOf(sql);
  if (days.includes(day)) return days;
  await sql.createDay(day);
  const before = days.findLast((other) => other < day);
  if (before === undefined) return daysOf(sql);
  const [from, to] = [sql.dayTable(before), sql.dayTable(day)];
  await sql.run(`${withSeriesOf(from)} ${carrySql(sql, from, to, 'found', 'f.series')}`);
  await keepEvents(
    sql,
    to,
    `${withSeriesOf(to)} SELECT s.event FROM found f JOIN series s ON s.id = f.series`,
  );
  return daysOf(sql);
}

function seriesOf(points: readonly NumberedPoint[]): SeriesId[] {
  return [...new Set(points.map(({ seriesId }) => seriesId))];
}

/** After points have been added to the first of these days, mends what the later ones begin with. */
async function carryAgain(sql: Sql, days: readonly DayTable[], added: readonly NumberedPoint[]) {
  let points = added;
  for (const [index, to] of days.slice(1).entries()) {
    const isBeginning = `${to.clock} < ${to.start - to.zero}`;
    const beginnings = await newestPoints(sql, to, seriesOf(points), isBeginning);
    // A beginning that is at least as new stays, although the day that it comes from may have been forgotten.
    points = points.filter(({ seriesId, at }) => at > (beginnings.get(seriesId)?.at ?? 0));
    if (points.length === 0) return;
    const ids = sql.list(seriesOf(points));
    await sql.run(
      `DELETE FROM ${to.name} WHERE ${sql.isIn('series', '$1')} AND ${isBeginning}`,
      ids,
    );
    await sql.run(carrySql(sql, days[index] ?? to, to, sql.numbers('$1'), 'f.n'), ids);
    const hasRows = `EXISTS (SELECT 1 FROM ${to.name} WHERE series = s.id)`;
    const events = `SELECT s.event FROM series s WHERE ${sql.isIn('s.id', '$2')} AND ${hasRows}`;
    await keepEvents(sql, to, events, ids);
  }
}

/** What a day begins with belongs to it: so `events`, which select those of what it has, last at least until then. */
async function keepEvents(sql: Sql, { start }: DayTable, events: string, ...values: SqlValue[]) {
  await sql.run(
    `UPDATE events SET last_day = $1 WHERE last_day < $1 AND number IN (${events})`,
    dayOf(start),
    ...values,
  );
}

/** The statement that inserts into a day what is listed at the end of an earlier one, of the series in `source`. */
function carrySql(sql: Sql, from: DayTable, to: DayTable, source: string, series: string): string {
  const clock = `p.${from.clock} + ${from.zero - to.zero}`;
  return `INSERT INTO ${to.name} (${to.row}) SELECT ${to.rowOf(clock)} FROM ${source} f
    ${sql.joinNewest(from, series, 'true')} WHERE p.${IS_LISTED}`;
}
