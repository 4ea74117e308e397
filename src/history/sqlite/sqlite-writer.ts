import type { Appended, Batch, Position, Span } from '../history-store.ts';
import type { HistoricEvent, SeriesId, SeriesInfo } from '../series.ts';
import { earliestPoints, pointsByDay } from '../store/batch-points.ts';
import { dayOf } from '../store/days.ts';
import { IS_BEFORE_PLAY } from '../store/flags.ts';
import { mayAppend } from '../store/position.ts';
import { digestOf } from '../store/series-digest.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { carryAgain, carryAll, insertPoint, lastBefore } from './sqlite-points.ts';

/** How many events are forgotten in one transaction, with all their series. */
const FORGOTTEN_EVENTS = 200;

/** Writes to an SQLite database. */
export class SqliteWriter {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  append(batch: Batch): Appended {
    return this.#db.transaction(() => {
      const stored = this.position()?.position ?? null;
      if (batch.position !== null && !mayAppend(stored, batch.position)) {
        return { seriesIds: [], points: 0, refusedAt: stored };
      }
      for (const event of batch.events) this.#putEvent(event);
      const seriesIds = batch.series.map((one) =>
        typeof one === 'number' ? one : this.#numberOf(one),
      );
      const points = this.#putPoints(batch, seriesIds);
      this.#putOpenings(batch, seriesIds);
      for (const event of batch.events) this.#putClosings(event);
      this.#putCoverage(batch);
      return { seriesIds, points, refusedAt: null };
    });
  }

  position(): { position: Position; span: Span } | null {
    const row = this.#db.get<{ epoch: string; version: number; from: number; to: number }>(
      `SELECT epoch, version, span_from AS "from", coalesce(to_at, span_from) AS "to"
       FROM recorder LEFT JOIN coverage ON from_at = span_from`,
    );
    if (row === undefined) return null;
    const { epoch, version, from, to } = row;
    return { position: { epoch, version }, span: { from, to } };
  }

  forgetBefore(time: number): void {
    const first = dayOf(time);
    for (const day of this.#db.days()) {
      if (day < first) this.#db.transaction(() => this.#db.dropDay(day));
    }
    while (this.#db.transaction(() => this.#forgetEvents(first)) === FORGOTTEN_EVENTS);
    this.#db.run('DELETE FROM coverage WHERE to_at < ?', time);
  }

  #putEvent({ id, sport, league, homeTeam, awayTeam, startsAt, startedAt }: HistoricEvent): void {
    this.#db.run(
      `INSERT INTO events (id, sport, league, home_team, away_team, starts_at, started_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET starts_at = excluded.starts_at, started_at = coalesce(started_at, excluded.started_at)`,
      id,
      sport,
      league,
      homeTeam,
      awayTeam,
      startsAt,
      startedAt,
    );
  }

  #numberOf(series: SeriesInfo): SeriesId {
    const digest = digestOf(series);
    const known = this.#db.get<{ id: number }>('SELECT id FROM series WHERE digest = ?', digest);
    if (known !== undefined) return known.id;
    const { eventId, sportsbook, marketType, selection, selectionType } = series;
    const row = this.#db.get<{ id: number }>(
      `INSERT INTO series (digest, event, sportsbook, market_type, selection, selection_type, player, upstream_id, stat_category)
       SELECT ?, number, ?, ?, ?, ?, ?, ?, ? FROM events WHERE id = ? RETURNING id`,
      digest,
      sportsbook,
      marketType,
      selection,
      selectionType,
      series.player,
      series.upstreamId,
      series.statCategory,
      eventId,
    );
    if (row === undefined) throw new RangeError(`The event ${eventId} of a series is not known.`);
    return row.id;
  }

  /** Returns how many points were new. */
  #putPoints(batch: Batch, seriesIds: readonly SeriesId[]): number {
    let added = 0;
    for (const [day, points] of pointsByDay(batch, seriesIds)) {
      this.#ensureDay(day);
      for (const { id, point } of points) if (insertPoint(this.#db, day, id, point)) added += 1;
      const ids = new Set(points.map(({ id }) => id));
      this.#dateEvents(day, ids);
      this.#carryOn(day, ids);
    }
    return added;
  }

  #ensureDay(day: number): void {
    const days = this.#db.days();
    if (days.includes(day)) return;
    this.#db.createDay(day);
    const before = days.findLast((other) => other < day);
    if (before !== undefined) carryAll(this.#db, before, day);
  }

  /** Passes on what stands at the end of an earlier day to the days after it. */
  #carryOn(day: number, series: ReadonlySet<SeriesId>): void {
    let before = day;
    for (const next of this.#db.days().filter((other) => other > day)) {
      carryAgain(this.#db, before, next, series);
      before = next;
    }
  }

  #dateEvents(day: number, series: ReadonlySet<SeriesId>): void {
    this.#db.run(
      `UPDATE events SET first_day = min(coalesce(first_day, ?1), ?1), last_day = max(coalesce(last_day, ?1), ?1)
       WHERE (first_day IS NULL OR first_day > ?1 OR last_day < ?1)
       AND number IN (SELECT event FROM series WHERE id IN (SELECT value FROM json_each(?2)))`,
      day,
      JSON.stringify([...series]),
    );
  }

  #putOpenings(batch: Batch, seriesIds: readonly SeriesId[]): void {
    for (const [index, { at, american, line }] of earliestPoints(batch)) {
      const series = batch.series[index];
      this.#db.run(
        `UPDATE series SET opening_at = ?1, opening_american = ?, opening_line = ?, is_first_seen = ?
         WHERE id = ? AND (opening_at IS NULL OR opening_at > ?1)`,
        at,
        american,
        line,
        Number(typeof series === 'object' && !series.isWatchedFromStart),
        seriesIds[index] ?? null,
      );
    }
  }

  /** Stores what stood when play began. */
  #putClosings(event: HistoricEvent): void {
    if (event.startedAt === null) return;
    const series = this.#db.all<{ id: number; started_at: number }>(
      'SELECT s.id, e.started_at FROM series s JOIN events e ON e.number = s.event WHERE e.id = ?',
      event.id,
    );
    const startedAt = series[0]?.started_at ?? event.startedAt;
    const day = this.#db.days().findLast((one) => one <= dayOf(startedAt));
    if (day === undefined) return;
    for (const one of series) {
      const last = lastBefore(this.#db, day, one.id, startedAt + 1, IS_BEFORE_PLAY);
      if (last === null) continue;
      this.#db.run(
        `UPDATE series SET closing_at = ?, closing_american = ?, closing_line = ?, closing_was_open = ? WHERE id = ?`,
        last.at,
        last.american,
        last.line,
        Number(last.status === 'open'),
        one.id,
      );
    }
  }

  #putCoverage({ coverage, position, points }: Batch): void {
    if (coverage !== null) {
      this.#db.run(
        'INSERT INTO coverage VALUES (?, ?) ON CONFLICT DO UPDATE SET to_at = max(to_at, excluded.to_at)',
        coverage.from,
        coverage.to,
      );
    }
    if (position !== null) {
      const { epoch, version } = position.to;
      this.#db.run(
        `INSERT INTO recorder VALUES (1, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET epoch = excluded.epoch,
         version = excluded.version, span_from = excluded.span_from, newest_at = max(newest_at, excluded.newest_at)`,
        epoch,
        version,
        coverage?.from ?? this.position()?.span.from ?? 0,
        points.reduce((newest, { at }) => Math.max(newest, at), 0),
      );
    }
  }

  /** Forgets events without points since a day, some at a time; returns how many. */
  #forgetEvents(first: number): number {
    const old = `SELECT number FROM events WHERE last_day < ${first} LIMIT ${FORGOTTEN_EVENTS}`;
    this.#db.run(`DELETE FROM series WHERE event IN (${old})`);
    return this.#db.run(`DELETE FROM events WHERE number IN (${old})`);
  }
}
