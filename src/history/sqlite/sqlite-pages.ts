import type { PointPage, PointsQuery } from '../history-store.ts';
import type { IntervalPoint, SeriesId } from '../series.ts';
import { DAY_MS, dayOf, startOf, tableOf } from '../store/days.ts';
import { alone, INTERVAL_MS, joined } from '../store/intervals.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { lastBefore, POINT_COLUMNS, type PointRow, toPoint } from './sqlite-points.ts';

/** Reads a page of one series, day by day, and nothing beyond it. `days` have tables, in ascending order. */
export function readPage(
  db: SqliteDatabase,
  days: readonly number[],
  seriesId: SeriesId,
  query: Omit<PointsQuery, 'seriesIds'>,
): PointPage {
  const { from, to, after, limit, resolution } = query;
  const first = days.findLast((day) => day <= dayOf(from));
  const standing =
    after !== null || first === undefined ? null : lastBefore(db, first, seriesId, from);
  const length = resolution === 'TICK' ? null : INTERVAL_MS[resolution];
  const begin = Math.max(from, after === null ? from : after + 1);
  const points: IntervalPoint[] = [];
  for (const point of pointsFrom(db, days, seriesId, { from: begin, to })) {
    const last = points.at(-1);
    const isSameInterval =
      length !== null && last && Math.floor(last.at / length) === Math.floor(point.at / length);
    if (isSameInterval) points[points.length - 1] = joined(last, point);
    else if (points.length === limit) return { seriesId, standing, points, hasMore: true };
    else points.push(alone(point));
  }
  return { seriesId, standing, points, hasMore: false };
}

function* pointsFrom(
  db: SqliteDatabase,
  days: readonly number[],
  seriesId: SeriesId,
  { from, to }: Pick<PointsQuery, 'from' | 'to'>,
) {
  for (const day of days) {
    const start = startOf(day);
    if (start + DAY_MS <= from || start >= to) continue;
    const rows = db.iterate<PointRow>(
      `SELECT ${POINT_COLUMNS} FROM ${tableOf(day)} WHERE series = ? AND ms >= ? AND ms < ? ORDER BY ms`,
      seriesId,
      Math.max(0, from - start),
      to - start,
    );
    for (const row of rows) yield toPoint(row, start);
  }
}
