import type { PointsQuery } from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import { DAY_MS } from '../store/days.ts';
import { type PointColumns, ticksMax } from '../store/intervals.ts';
import type { DayTable, SqlValue } from '../store/sql.ts';
import { LINE_SCALE } from './sqlite-schema.ts';

/** A point as its day's table has it: milliseconds of the day, and a line in thousandths. */
type RawColumns = readonly [ms: number, american: number, line: number | null, flags: number];

/** Gives rows as arrays: that takes half the time. */
export type ReadRows = (sql: string, ...values: readonly SqlValue[]) => readonly RawColumns[];

/** Reads the points of one series, day by day: at most `ticksMax` of them. */
export function* readTicks(
  read: ReadRows,
  days: readonly DayTable[],
  seriesId: SeriesId,
  query: PointsQuery,
): Iterable<PointColumns> {
  const { from, to, after } = query;
  const begin = Math.max(from, (after ?? -1) + 1);
  let left = ticksMax(query);
  for (const [index, { name, zero }] of days.entries()) {
    // What the oldest day begins with counts as a point, too, since earlier days have been forgotten.
    const first = index === 0 ? begin : Math.max(begin, zero);
    if (left === 0 || first >= to || begin >= zero + DAY_MS) continue;
    const rows = read(
      `SELECT ms, american, line, flags FROM ${name} WHERE series = $1 AND ms >= $2 AND ms < $3 ORDER BY ms LIMIT $4`,
      seriesId,
      first - zero,
      to - zero,
      left,
    );
    left -= rows.length;
    // Computed here and not by SQLite, which hands over small integers faster.
    for (const [ms, american, line, flags] of rows) {
      yield [ms + zero, american, line === null ? null : line / LINE_SCALE, flags];
    }
  }
}
