import type { PointPage, PointsQuery } from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import { DAY_MS, dayOf } from '../store/days.ts';
import { IS_OPEN } from '../store/flags.ts';
import { INTERVAL_MS } from '../store/intervals.ts';
import type { Connection } from './postgres-database.ts';
import { type PointRow, toPoint } from './postgres-points.ts';

interface IntervalRow extends PointRow {
  readonly series: SeriesId;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** Of the points of a range, not of what a day begins with. */
const IN_RANGE = `series = q.series AND day BETWEEN $2 AND $3 AND at >= $4 AND at < $5 AND at >= day::bigint * ${DAY_MS}`;

/** Null unless it could be bet. */
const PRICE = `CASE WHEN ${IS_OPEN} THEN american END`;

const TICKS = `SELECT at, american, line, flags, ${PRICE} AS lowest, ${PRICE} AS highest
  FROM points WHERE ${IN_RANGE} ORDER BY at LIMIT $6`;

const INTERVALS = `SELECT max(at) AS at, (array_agg(american ORDER BY at DESC))[1] AS american,
    (array_agg(line ORDER BY at DESC))[1] AS line, (array_agg(flags ORDER BY at DESC))[1] AS flags,
    min(${PRICE}) AS lowest, max(${PRICE}) AS highest
  FROM points WHERE ${IN_RANGE} GROUP BY at / $7::bigint ORDER BY max(at) LIMIT $6`;

/** Reads a page of each series in one statement, and what stood before in another one. */
export async function readPages(
  connection: Connection,
  { seriesIds, from, to, resolution, limit, after }: PointsQuery,
): Promise<PointPage[]> {
  const begin = Math.max(from, after === null ? from : after + 1);
  const range = [seriesIds, dayOf(begin), Math.min(dayOf(to), MAX_DAY), begin, to, limit + 1];
  const { rows } = await connection.query<IntervalRow>(
    `SELECT q.series, p.* FROM unnest($1::integer[]) q (series)
     CROSS JOIN LATERAL (${resolution === 'TICK' ? TICKS : INTERVALS}) p ORDER BY p.at`,
    resolution === 'TICK' ? range : [...range, INTERVAL_MS[resolution]],
  );
  const standing = after === null ? await standingBefore(connection, seriesIds, from) : new Map();
  const pages = Map.groupBy(rows, ({ series }) => series);
  return seriesIds.map((seriesId) => {
    const found = pages.get(seriesId) ?? [];
    return {
      seriesId,
      standing: standing.get(seriesId) ?? null,
      points: found
        .slice(0, limit)
        .map((row) => ({ ...toPoint(row), lowest: row.lowest, highest: row.highest })),
      hasMore: found.length > limit,
    };
  });
}

const MAX_DAY = 2 ** 31 - 1;

async function standingBefore(
  connection: Connection,
  seriesIds: readonly SeriesId[],
  time: number,
) {
  const { rows } = await connection.query<PointRow & { series: SeriesId }>(
    `SELECT q.series, p.* FROM unnest($1::integer[]) q (series) CROSS JOIN LATERAL (
       SELECT at, american, line, flags FROM points WHERE series = q.series AND at < $2
       AND day = (SELECT max(day) FROM days WHERE day <= $3) ORDER BY at DESC LIMIT 1
     ) p`,
    [seriesIds, time, dayOf(time)],
  );
  return new Map(rows.map((row) => [row.series, toPoint(row)]));
}
