import type { PointsQuery } from '../history-store.ts';
import type { IntervalPoint, SeriesId } from '../series.ts';
import { DAY_MS } from '../store/days.ts';
import { alone, INTERVAL_MS, joined } from '../store/intervals.ts';
import type { DayTable, SqlValue, Ticks } from '../store/sql.ts';
import { toPoint } from '../store/sql-points.ts';

/** Gives rows as arrays, in the order of a day's columns: that takes half the time. */
export type ReadRows = (
  sql: string,
  ...values: readonly SqlValue[]
) => readonly (readonly [at: number, american: number, line: number | null, flags: number])[];

/** Reads a page of one series, day by day: `ticks` points at most. */
export function readTicks(
  read: ReadRows,
  days: readonly DayTable[],
  seriesId: SeriesId,
  { from, to, after, limit, resolution }: PointsQuery,
  ticks: number,
): Ticks {
  const length = INTERVAL_MS[resolution];
  const begin = Math.max(from, (after ?? -1) + 1);
  const points: IntervalPoint[] = [];
  let left = ticks;
  for (const [index, { name, columns, zero }] of days.entries()) {
    // What the oldest day begins with is a point, too: earlier days have been forgotten.
    const first = index === 0 ? begin : Math.max(begin, zero);
    if (first >= to || begin >= zero + DAY_MS) continue;
    const rows = read(
      `SELECT ${columns} FROM ${name} p WHERE series = $1 AND ms >= $2 AND ms < $3 ORDER BY ms LIMIT $4`,
      seriesId,
      first - zero,
      to - zero,
      left,
    );
    left -= rows.length;
    for (const [at, american, line, flags] of rows) {
      const point = toPoint({ at, american, line, flags });
      const last = points.at(-1);
      if (last && Math.floor(last.at / length) === Math.floor(point.at / length)) {
        points[points.length - 1] = joined(last, point);
      } else if (points.length === limit) return { points, hasMore: true };
      else points.push(alone(point));
    }
    // The last interval may go on after the last point that was read.
    if (left === 0) return { points: points.slice(0, -1), hasMore: true };
  }
  return { points, hasMore: false };
}
