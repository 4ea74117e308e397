import type { Closing, SeriesId } from '../series.ts';
import { dayOf } from './days.ts';
import { IS_BEFORE_PLAY } from './flags.ts';
import type { Sql } from './sql.ts';
import { daysOf, type PointRow, toPoint } from './sql-points.ts';

/** A series whose closing is asked for. */
interface ClosingQuery {
  readonly id: SeriesId;
  /** When play begins: what comes at that moment is no longer before it. */
  readonly playAt: number;
  /** When its first point was; null if that is not known. */
  readonly openedAt: number | null;
}

type ClosingPoint = Omit<Closing, 'isProvisional'>;

/**
 * The last point of each series before play. A day begins with what was listed then: a price that was removed on an
 * earlier day is looked for there.
 */
export async function lastBeforePlay(
  sql: Sql,
  series: readonly ClosingQuery[],
): Promise<Map<SeriesId, ClosingPoint>> {
  const found = new Map<SeriesId, ClosingPoint>();
  for (const day of (await daysOf(sql)).toReversed()) {
    const asked = series.filter(
      ({ id, playAt, openedAt }) =>
        !found.has(id) && dayOf(playAt) >= day && dayOf(openedAt ?? 0) <= day,
    );
    if (asked.length === 0) continue;
    const table = sql.dayTable(day);
    const isBefore = `${table.clock} < f.play_at - ${table.zero} AND ${IS_BEFORE_PLAY}`;
    const rows = await sql.all<PointRow & { id: SeriesId }>(
      `SELECT f.id, ${table.columns} FROM (
         SELECT CAST(value ->> 'id' AS integer) AS id, CAST(value ->> 'playAt' AS bigint) AS play_at
         FROM ${sql.objects('$1')}
       ) f ${sql.joinNewest(table, 'f.id', isBefore)}`,
      JSON.stringify(asked),
    );
    for (const row of rows) {
      const { isLive: _, ...closing } = toPoint(row);
      found.set(row.id, closing);
    }
  }
  return found;
}
