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
import type { HistoricEvent, Point, Series, SeriesId } from '../series.ts';
import { lastBeforePlay } from './closings.ts';
import { coverageOf } from './coverage.ts';
import { dayOf, startOf } from './days.ts';
import { IS_OPEN } from './flags.ts';
import type { PackedPage } from './packed-pages.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { daysOf, newestPoints, type PointRow, toPoint, withSeriesOf } from './sql-points.ts';
import {
  conditionsOf,
  eventsWhere,
  FROM_SERIES,
  SERIES_COLUMNS,
  type StoredSeries,
  seriesRows,
  toEvent,
  toSeries,
} from './table-rows.ts';

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
        const { numbers, hasMore } = pages.get(seriesId) ?? NO_TICKS;
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
      const all = await daysOf(sql);
      const since = Math.max(from, (await recordedSince(sql, all)) ?? from);
      const first = all.findLast((day) => day <= dayOf(since));
      const newest = all.at(-1);
      if (first === undefined || newest === undefined) return [];
      const [table, then] = [sql.dayTable(newest), sql.dayTable(first)];
      const { where, values } = conditionsOf(sql, filter, 5);
      const size = `abs(${impliedBy('q')} - ${impliedBy('p')})`;
      // In one statement, which leaves out nearly all: to pass on what every price was would take most of the time.
      const moved = await sql.all<MoveRow>(
        `SELECT m.*, ${SERIES_COLUMNS} FROM (
           SELECT q.id AS series_id, q.at AS new_at, q.american AS new_american, q.line AS new_line,
             q.flags AS new_flags, ${size} AS size, ${then.columns}
           FROM (
             SELECT s.id, ${table.columns}, p.line AS stored_line ${FROM_SERIES} ${sql.joinNewest(table, 's.id', 'true')}
             WHERE e.last_day >= $1 AND p.${table.clock} > $2 AND ${where}
           ) q ${sql.joinNewest(then, 'q.id', `${then.clock} <= ${since - then.zero}`)}
           WHERE q.${IS_OPEN} AND p.${IS_OPEN} AND q.stored_line IS NOT DISTINCT FROM p.line
             AND ${impliedBy('q')} <> ${impliedBy('p')} AND ${size} >= $4 ORDER BY size DESC, q.id LIMIT $3
         ) m JOIN series s ON s.id = m.series_id JOIN events e ON e.number = s.event ORDER BY size DESC, s.id`,
        newest,
        since - table.zero,
        limit,
        minPercent / 100 - ROUNDING,
        ...values,
      );
      const days = all.filter((day) => day >= first);
      const firstMoves = await firstMovesAfter(
        sql,
        days,
        moved.map(({ id }) => id),
        since,
      );
      return moved.map((row) => ({
        series: toSeries(row),
        event: toEvent(row),
        before: toPoint(row),
        point: newPoint(row),
        firstMoveAt: firstMoves.get(row.id) ?? row.new_at,
      }));
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

const NO_TICKS = { numbers: new Float64Array(), hasMore: false };

/** What stood of a series, and its newest point. */
interface MoveRow extends PointRow, StoredSeries {
  readonly new_at: number;
  readonly new_american: number;
  readonly new_line: number | null;
  readonly new_flags: number;
}

/** By how much a database may be off that computes with less precision. */
const ROUNDING = 1e-6;

function newPoint({ new_at, new_american, new_line, new_flags }: MoveRow): Point {
  return toPoint({ at: new_at, american: new_american, line: new_line, flags: new_flags });
}

/** In SQL: the implied probability of a price, as `impliedProbability` computes it. */
function impliedBy(table: string): string {
  const american = `${table}.american`;
  return `CASE WHEN ${american} > 0 THEN 100.0 / (${american} + 100) ELSE ${american} / (${american} - 100.0) END`;
}

/** What stood of series before a time, which may have come on an earlier day than that which is read. */
function standingBefore(sql: Sql, day: number, ids: readonly SeriesId[], time: number) {
  const table = sql.dayTable(day);
  return newestPoints(sql, table, ids, `${table.clock} < ${time - table.zero}`);
}

/** When the open price or the line of each series first became another one than at a time. `days` begin with that of the time. */
async function firstMovesAfter(
  sql: Sql,
  days: readonly number[],
  ids: readonly SeriesId[],
  time: number,
): Promise<Map<SeriesId, number>> {
  const then = sql.dayTable(days[0] ?? dayOf(time));
  const stood = sql.joinNewest(then, 'f.n', `${then.clock} <= ${time - then.zero}`);
  const found = new Map<SeriesId, number>();
  for (const day of days.toReversed()) {
    const { name, clock, zero } = sql.dayTable(day);
    const rows = await sql.all<{ n: SeriesId; at: number | null }>(
      `SELECT f.n, (
         SELECT min(c.${clock}) FROM ${name} c WHERE c.series = f.n AND c.${clock} > ${time - zero} AND c.${IS_OPEN}
         AND (c.american <> p.american OR c.line IS DISTINCT FROM p.line)
       ) + ${zero} AS at FROM ${sql.numbers('$1')} f ${stood}`,
      sql.list(ids),
    );
    for (const { n, at } of rows) if (at !== null) found.set(n, at);
  }
  return found;
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
