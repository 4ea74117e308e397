import type {
  Coverage,
  EventFilter,
  EventSeriesFilter,
  Move,
  PointPage,
  PointsQuery,
  SeriesFilter,
  Span,
  StandingColumns,
  StandingPrice,
  Summary,
} from '../history-store.ts';
import type { HistoricEvent, Series } from '../series.ts';
import { coverageOf } from '../store/coverage.ts';
import { dayOf, startOf } from '../store/days.ts';
import { filterSql } from '../store/filter-sql.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  SERIES_COLUMNS,
  type SeriesRow,
  toEvent,
  toSeries,
} from '../store/table-rows.ts';
import { daysOf, type PostgresDatabase } from './postgres-database.ts';
import { readPages } from './postgres-pages.ts';
import { lastOf, type PointRow, seriesIn, toPoint } from './postgres-points.ts';

const FROM_SERIES = 'FROM series s JOIN events e ON e.number = s.event';

/** Reads a PostgreSQL database. Each call sees one state of it, whatever is written meanwhile. */
export class PostgresReader {
  readonly #db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  seriesOf(filter: EventSeriesFilter): Promise<Series[]> {
    const { sql, values } = filterOf(filter, 1);
    return this.#db.read(async (connection) => {
      const { rows } = await connection.query<SeriesRow>(
        `SELECT ${SERIES_COLUMNS} ${FROM_SERIES} WHERE ${sql}`,
        values,
      );
      return rows.map(toSeries);
    });
  }

  eventsIn({ from, to }: Span, filter: EventFilter): Promise<HistoricEvent[]> {
    const { sql, values } = filterOf(filter, 3);
    return this.#db.read(async (connection) => {
      const { rows } = await connection.query<EventRow>(
        `SELECT ${EVENT_COLUMNS} FROM events e WHERE last_day >= $1 AND first_day <= $2 AND ${sql} ORDER BY starts_at`,
        [dayOf(from), dayOf(to - 1), ...values],
      );
      return rows.map(toEvent);
    });
  }

  points(query: PointsQuery): Promise<PointPage[]> {
    return this.#db.read((connection) => readPages(connection, query));
  }

  standingAt(filter: EventSeriesFilter, at: number): Promise<StandingPrice[]> {
    const { sql, values } = filterOf(filter, 3);
    return this.#db.read(async (connection) => {
      const { rows } = await connection.query<SeriesRow & EventRow & PointRow>(
        `SELECT ${SERIES_COLUMNS}, ${EVENT_COLUMNS}, p.* ${FROM_SERIES} CROSS JOIN LATERAL (
           SELECT at, american, line, flags FROM points WHERE series = s.id AND at <= $1
           AND day = (SELECT max(day) FROM days WHERE day <= $2) ORDER BY at DESC LIMIT 1
         ) p WHERE ${sql}`,
        [at, dayOf(at), ...values],
      );
      return rows
        .map((row) => ({ series: toSeries(row), event: toEvent(row), point: toPoint(row) }))
        .filter(({ point }) => point.status !== 'removed');
    });
  }

  changesSince(filter: SeriesFilter, since: number, limit: number): Promise<Move[]> {
    const { sql, values } = filterOf(filter, 4);
    return this.#db.read(async (connection) => {
      const newest = (await daysOf(connection)).at(-1);
      if (newest === undefined) return [];
      // Series of given events are few; otherwise those of the newest day are fewer than all that are stored.
      const isAll = filter.eventIds === undefined;
      const { rows } = await connection.query<MoveRow>(
        `${isAll ? seriesIn(newest) : ''}
         SELECT ${SERIES_COLUMNS}, ${EVENT_COLUMNS}, p.at, p.american, p.line, p.flags, b.before, c.first_at
         FROM ${isAll ? 'found f JOIN series s ON s.id = f.series' : 'series s CROSS JOIN LATERAL (SELECT s.id AS series) f'}
         JOIN events e ON e.number = s.event ${lastOf(newest)}
         LEFT JOIN LATERAL (
           SELECT json_build_object('at', at, 'american', american, 'line', line, 'flags', flags) AS before FROM points
           WHERE series = s.id AND at <= $1 AND day = (SELECT max(day) FROM days WHERE day <= $2)
           ORDER BY at DESC LIMIT 1
         ) b ON true
         CROSS JOIN LATERAL (
           SELECT min(at) AS first_at FROM points WHERE series = s.id AND at > $1 AND day >= $2
         ) c
         WHERE p.at > $1 AND ${sql} ORDER BY p.at DESC, s.id LIMIT $3`,
        [since, dayOf(since), limit, ...values],
      );
      return rows.map((row) => ({
        series: toSeries(row),
        event: toEvent(row),
        before: row.before && toPoint(row.before),
        point: toPoint(row),
        firstChangeAt: row.first_at,
      }));
    });
  }

  coverage(range: Span): Promise<Coverage> {
    return this.#db.read(async (connection) => {
      const [oldest] = await daysOf(connection);
      if (oldest === undefined) return coverageOf(range, []);
      const { rows } = await connection.query<Span>(
        `SELECT greatest(from_at, $1) AS "from", to_at AS "to" FROM coverage
         WHERE to_at > $2 AND from_at < $3 ORDER BY from_at`,
        [startOf(oldest), Math.max(range.from, startOf(oldest)), range.to],
      );
      return coverageOf(range, rows);
    });
  }

  summary(): Promise<Summary> {
    return this.#db.read(async (connection) => {
      const oldest = startOf((await daysOf(connection))[0] ?? 0);
      const { rows } = await connection.query<{
        since: number | null;
        newest: number;
        size: number;
      }>(
        `SELECT (SELECT min(from_at) FROM coverage WHERE to_at > $1) AS since,
           (SELECT newest_at FROM recorder) AS newest, pg_database_size(current_database()) AS size`,
        [oldest],
      );
      const { since = null, newest = 0, size = 0 } = rows[0] ?? {};
      return {
        since: since === null ? null : Math.max(since, oldest),
        newestAt: newest || null,
        size,
      };
    });
  }

  /** The newest points of all series that stood at some time of the newest day. */
  standing(): Promise<StandingColumns> {
    return this.#db.read(async (connection) => {
      const newest = (await daysOf(connection)).at(-1) ?? 0;
      const { rows } = await connection.query<PointRow & { series: number }>(
        `${seriesIn(newest)} SELECT p.* FROM found f ${lastOf(newest)}`,
      );
      return {
        series: Float64Array.from(rows, ({ series }) => series),
        at: Float64Array.from(rows, ({ at }) => at),
        american: Float64Array.from(rows, ({ american }) => american),
        line: Float64Array.from(rows, ({ line }) => line ?? Number.NaN),
        flags: Uint8Array.from(rows, ({ flags }) => flags),
      };
    });
  }
}

type MoveRow = SeriesRow &
  EventRow &
  PointRow & { readonly before: PointRow | null; readonly first_at: number };

/** The filter's conditions; `first` is the number of their first parameter. */
function filterOf(filter: EventFilter | SeriesFilter, first: number) {
  return filterSql(filter, (column, position) => `${column} = ANY($${first + position}::text[])`);
}
