import type {
  Coverage,
  EventFilter,
  EventSeriesFilter,
  Move,
  PackedStanding,
  PointsQuery,
  SeriesFilter,
  Span,
  StandingPrice,
  Summary,
} from '../history-store.ts';
import type { HistoricEvent, Series, SeriesId } from '../series.ts';
import { lastBeforePlay } from './closings.ts';
import { coverageOf } from './coverage.ts';
import { dayOf, startOf } from './days.ts';
import { movesIn } from './moves-in.ts';
import type { PackedPage } from './packed-pages.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { daysOf, newestPoints, type PointRow, withSeriesOf } from './sql-points.ts';
import { eventsWhere, seriesRows, toSeries } from './table-rows.ts';

/** Reads a database. Each call sees one state of it. */
export class SqlReader {
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  seriesOf(filter: EventSeriesFilter, limit?: number): Promise<Series[]> {
    return this.#db.read(async (sql) => (await seriesRows(sql, filter, limit)).map(toSeries));
  }

  closings(filter: EventSeriesFilter, now: number, limit?: number): Promise<Series[]> {
    return this.#db.read(async (sql) => {
      const rows = await seriesRows(sql, filter, limit);
      const pending = rows.filter((row) => row.closing_at === null && row.startedAt === null);
      const points = await lastBeforePlay(
        sql,
        pending.map(({ id, startsAt, opening_at }) => ({
          id,
          playAt: Math.min(startsAt, now + 1),
          openedAt: opening_at,
        })),
      );
      return rows.map((row) => {
        const point = points.get(row.id);
        const series = toSeries(row);
        return point ? { ...series, closing: { ...point, isProvisional: true } } : series;
      });
    });
  }

  eventsIn({ from, to }: Span, filter: EventFilter): Promise<HistoricEvent[]> {
    const condition = 'last_day >= $1 AND first_day <= $2';
    return this.#db.read((sql) => eventsWhere(sql, condition, dayOf(from), dayOf(to - 1), filter));
  }

  eventsStartingIn({ from, to }: Span, filter: EventFilter): Promise<HistoricEvent[]> {
    const condition = 'starts_at >= $1 AND starts_at < $2';
    return this.#db.read((sql) => eventsWhere(sql, condition, from, to, filter));
  }

  points(query: PointsQuery): Promise<PackedPage[]> {
    return this.#db.read(async (sql) => {
      const { seriesIds, from, after } = query;
      const days = await daysOf(sql);
      const pages = await sql.pages(days, query);
      const day =
        after === null ? (days.findLast((one) => one <= dayOf(from)) ?? days[0]) : undefined;
      const standing = day === undefined ? null : await standingBefore(sql, day, seriesIds, from);
      return seriesIds.map((seriesId) => {
        const { numbers, hasMore } = pages.get(seriesId) ?? NO_POINTS;
        return { seriesId, standing: standing?.get(seriesId) ?? null, numbers, hasMore };
      });
    });
  }

  standingAt(filter: EventSeriesFilter, at: number, limit?: number): Promise<StandingPrice[]> {
    return this.#db.read(async (sql) => {
      const day = (await daysOf(sql)).findLast((one) => one <= dayOf(at));
      if (day === undefined) return [];
      const rows = await seriesRows(sql, filter, limit);
      const ids = rows.map(({ id }) => id);
      const points = await standingBefore(sql, day, ids, at + 1);
      return rows.map((row) => {
        const point = points.get(row.id) ?? null;
        return { series: toSeries(row), point: point?.status === 'removed' ? null : point };
      });
    });
  }

  movesSince(
    filter: SeriesFilter,
    from: number,
    minPercent: number,
    limit: number,
  ): Promise<Move[]> {
    return this.#db.read(async (sql) => {
      const days = await daysOf(sql);
      const since = Math.max(from, (await recordedSince(sql, days)) ?? from);
      return movesIn(sql, days, filter, since, minPercent, limit);
    });
  }

  coverage(range: Span): Promise<Coverage> {
    return this.#db.read(async (sql) => {
      const [oldest] = await daysOf(sql);
      const kept = startOf(oldest ?? Number.POSITIVE_INFINITY);
      const spans = await sql.all<Span>(
        'SELECT from_at AS "from", to_at AS "to" FROM coverage WHERE to_at > $1 AND from_at < $2 ORDER BY from_at',
        range.from,
        range.to,
      );
      const known = spans.map(({ from, to }) => ({ from: Math.max(from, kept), to }));
      return coverageOf(range, known);
    });
  }

  summary(): Promise<Summary> {
    return this.#db.read(async (sql) => {
      return { since: await recordedSince(sql, await daysOf(sql)), size: await sql.size() };
    });
  }

  /** The newest points of all series that stood at some time of the newest day. */
  standing(): Promise<PackedStanding> {
    return this.#db.read(async (sql) => {
      const newest = (await daysOf(sql)).at(-1);
      if (newest === undefined) return new Float64Array();
      const table = sql.dayTable(newest);
      const rows = await sql.all<PointRow & { id: SeriesId }>(
        `${withSeriesOf(table)} SELECT f.series AS id, ${table.columns} FROM found f
         ${sql.joinNewest(table, 'f.series', 'true')}`,
      );
      return Float64Array.from(
        rows.flatMap(({ id, at, american, line, flags }) => [
          id,
          at,
          american,
          line ?? Number.NaN,
          flags,
        ]),
      );
    });
  }
}

const NO_POINTS = { numbers: new Float64Array(), hasMore: false };

/** The last point of each series before a time, of which `day` is the last day that has a table. */
function standingBefore(sql: Sql, day: number, ids: readonly SeriesId[], time: number) {
  const table = sql.dayTable(day);
  return newestPoints(sql, table, ids, `${table.clock} < ${time - table.zero}`);
}

/** When what is recorded begins; null if nothing is. */
async function recordedSince(sql: Sql, days: readonly number[]): Promise<number | null> {
  const oldest = startOf(days[0] ?? 0);
  const [row] = await sql.all<{ since: number | null }>(
    'SELECT min(from_at) AS since FROM coverage WHERE to_at > $1',
    oldest,
  );
  const since = row?.since ?? null;
  return since && Math.max(since, oldest);
}
