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
import type { HistoricEvent, Series, SeriesId } from '../series.ts';
import { coverageOf } from '../store/coverage.ts';
import { dayOf, startOf, tableOf } from '../store/days.ts';
import { filterSql } from '../store/filter-sql.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  SERIES_COLUMNS,
  type SeriesRow,
  toEvent,
  toSeries,
} from '../store/table-rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { readPage } from './sqlite-pages.ts';
import { lastBefore, type PointRow, seriesIn, toPoint } from './sqlite-points.ts';

const FROM_SERIES = 'FROM series s JOIN events e ON e.number = s.event';

/** Reads an SQLite database. Each call sees one state of it, whatever is written meanwhile. */
export class SqliteReader {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  seriesOf(filter: EventSeriesFilter): Series[] {
    return this.#seriesRows(filter).map(toSeries);
  }

  eventsIn({ from, to }: Span, filter: EventFilter): HistoricEvent[] {
    const { sql, values } = filterOf(filter);
    const rows = this.#db.all<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events e WHERE last_day >= ? AND first_day <= ? AND ${sql} ORDER BY starts_at`,
      dayOf(from),
      dayOf(to - 1),
      ...values,
    );
    return rows.map(toEvent);
  }

  points(query: PointsQuery): PointPage[] {
    return this.#consistent(() => {
      const days = this.#db.days();
      return query.seriesIds.map((id) => readPage(this.#db, days, id, query));
    });
  }

  standingAt(filter: EventSeriesFilter, at: number): StandingPrice[] {
    return this.#consistent(() => {
      const day = this.#db.days().findLast((one) => one <= dayOf(at));
      if (day === undefined) return [];
      return this.#seriesRows(filter).flatMap((row) => {
        const point = lastBefore(this.#db, day, row.id, at + 1);
        if (point === null || point.status === 'removed') return [];
        return [{ series: toSeries(row), event: toEvent(row), point }];
      });
    });
  }

  changesSince(filter: SeriesFilter, since: number, limit: number): Move[] {
    return this.#consistent(() => {
      const days = this.#db.days();
      const newest = days.at(-1);
      if (newest === undefined) return [];
      return this.#changedSeries(newest, since, filter)
        .sort((one, other) => other.ms - one.ms || one.id - other.id)
        .slice(0, limit)
        .map((row) => this.#moveOf(row, days, since, startOf(newest)));
    });
  }

  coverage(range: Span): Coverage {
    return this.#consistent(() => {
      const [oldest] = this.#db.days();
      if (oldest === undefined) return coverageOf(range, []);
      const spans = this.#db.all<Span>(
        `SELECT max(from_at, ?) AS "from", to_at AS "to" FROM coverage
         WHERE to_at > ? AND from_at < ? ORDER BY from_at`,
        startOf(oldest),
        Math.max(range.from, startOf(oldest)),
        range.to,
      );
      return coverageOf(range, spans);
    });
  }

  summary(): Summary {
    return this.#consistent(() => {
      const oldest = this.#db.days()[0];
      const since = this.#db.get<{ since: number | null }>(
        'SELECT min(from_at) AS since FROM coverage WHERE to_at > ?',
        startOf(oldest ?? 0),
      )?.since;
      const size = this.#db.get<{ size: number }>(
        'SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size',
      );
      return {
        since: since == null ? null : Math.max(since, startOf(oldest ?? 0)),
        newestAt: this.#db.get<{ at: number }>('SELECT newest_at AS at FROM recorder')?.at || null,
        size: size?.size ?? 0,
      };
    });
  }

  /** The newest points of all series that stood at some time of the newest day. */
  standing(): StandingColumns {
    return this.#consistent(() => {
      const newest = this.#db.days().at(-1);
      const rows = newest === undefined ? [] : this.#newestPoints(newest);
      const points = rows.map((row) => toPoint(row, startOf(newest ?? 0)));
      return {
        series: Float64Array.from(rows, ({ id }) => id),
        at: Float64Array.from(points, ({ at }) => at),
        american: Float64Array.from(points, ({ american }) => american),
        line: Float64Array.from(points, ({ line }) => line ?? Number.NaN),
        flags: Uint8Array.from(rows, ({ flags }) => flags),
      };
    });
  }

  #seriesRows(filter: SeriesFilter): (SeriesRow & EventRow)[] {
    const { sql, values } = filterOf(filter);
    return this.#db.all(
      `SELECT ${SERIES_COLUMNS}, ${EVENT_COLUMNS} ${FROM_SERIES} WHERE ${sql}`,
      ...values,
    );
  }

  #newestPoints(day: number): ({ id: SeriesId } & PointRow)[] {
    const table = tableOf(day);
    return this.#db.all(
      `${seriesIn(table)} SELECT p.series AS id, p.ms, p.american, p.line, p.flags FROM found
       JOIN ${table} p ON p.series = found.series AND p.ms = (SELECT max(ms) FROM ${table} WHERE series = found.series)`,
    );
  }

  /** The matching series whose newest point, which is of the newest day, is later than a time. */
  #changedSeries(newest: number, since: number, filter: SeriesFilter) {
    const table = tableOf(newest);
    const { sql, values } = filterOf(filter);
    // Series of given events are few; otherwise those of the newest day are fewer than all that are stored.
    const [cte, source] =
      filter.eventIds === undefined
        ? [seriesIn(table), 'found JOIN series s ON s.id = found.series']
        : ['', 'series s'];
    return this.#db.all<SeriesRow & EventRow & { ms: number }>(
      `${cte} SELECT ${SERIES_COLUMNS}, ${EVENT_COLUMNS}, (SELECT max(ms) FROM ${table} WHERE series = s.id) AS ms
       FROM ${source} JOIN events e ON e.number = s.event
       WHERE (SELECT max(ms) FROM ${table} WHERE series = s.id) > ? AND ${sql}`,
      since - startOf(newest),
      ...values,
    );
  }

  #moveOf(row: SeriesRow & EventRow, days: readonly number[], since: number, newest: number): Move {
    const day = days.findLast((one) => one <= dayOf(since));
    const before = day === undefined ? null : lastBefore(this.#db, day, row.id, since + 1);
    const { points } = readPage(this.#db, days, row.id, {
      from: since + 1,
      to: Number.MAX_SAFE_INTEGER,
      resolution: 'TICK',
      limit: 1,
      after: since,
    });
    const point = lastBefore(this.#db, dayOf(newest), row.id, Number.MAX_SAFE_INTEGER);
    if (point === null) throw new Error('A series has lost its newest point.');
    return {
      series: toSeries(row),
      event: toEvent(row),
      before,
      point,
      firstChangeAt: points[0]?.at ?? point.at,
    };
  }

  #consistent<Result>(read: () => Result): Result {
    return this.#db.transaction(read, 'DEFERRED');
  }
}

function filterOf(filter: EventFilter | SeriesFilter) {
  const { sql, values } = filterSql(
    filter,
    (column) => `${column} IN (SELECT value FROM json_each(?))`,
  );
  return { sql, values: values.map((list) => JSON.stringify(list)) };
}
