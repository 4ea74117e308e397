import { hash } from 'node:crypto';
import type { Appended, Batch, BatchPoint, Position, StoredPosition } from '../history-store.ts';
import {
  type HistoricEvent,
  type SeriesId,
  type SeriesInfo,
  type SeriesKey,
  seriesKey,
} from '../series.ts';
import { lastBeforePlay } from './closings.ts';
import { dayOf, startOf } from './days.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { daysOf, ensureDay, putPoints } from './sql-points.ts';

/** How many events are forgotten in one transaction, with all their series. */
const FORGOTTEN_EVENTS = 200;

/** Where a database stands in which nobody has recorded: whoever goes on from a position has had another database. */
const NOWHERE: Position = { epoch: '', version: 0 };

/** Writes to a database. */
export class SqlWriter {
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  append(given: Batch): Promise<Appended> {
    const series = given.series.map((one) => (typeof one === 'number' ? one : storable(one)));
    const batch = { ...given, series, events: given.events.map(storable) };
    return this.#db.write(async (sql) => {
      const stored = batch.position && (await storedPosition(sql));
      if (batch.position !== null && !mayAppend(stored?.position ?? null, batch.position)) {
        return { seriesIds: [], points: 0, refusedAt: stored?.position ?? NOWHERE };
      }
      const begun = await begunEvents(sql, batch.events);
      await putEvents(sql, batch);
      const seriesIds = await numbersOf(sql, batch.series);
      const points = await putPoints(sql, batch, seriesIds);
      await putOpenings(sql, batch, seriesIds);
      await putClosings(sql, batch, begun, seriesIds);
      await putCoverage(sql, batch, stored);
      return { seriesIds, points, refusedAt: null };
    });
  }

  position(): Promise<StoredPosition | null> {
    return this.#db.read(storedPosition);
  }

  async forgetBefore(time: number): Promise<void> {
    const first = dayOf(time);
    const days = await this.#db.read(daysOf);
    const old = days.filter((one) => one < first);
    // What stands goes on, also if nothing has changed since.
    if (old.length > 0 && old.length === days.length)
      await this.#db.write((sql) => ensureDay(sql, first));
    for (const day of old) await this.#db.write((sql) => sql.dropDay(day));
    while ((await this.#db.write((sql) => forgetEvents(sql, first))) === FORGOTTEN_EVENTS);
    await this.#db.write((sql) => sql.run('DELETE FROM coverage WHERE to_at < $1', time));
  }
}

/** PostgreSQL refuses a text with a NUL character or half of a surrogate pair, which JSON may contain. */
function storable<Row extends object>(row: Row): Row {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  ]);
  return Object.fromEntries(values);
}

/** Whether a batch may be written to a store whose recorder stands at `stored`: it goes on from there, or repeats. */
function mayAppend(
  stored: Position | null,
  { after, to }: NonNullable<Batch['position']>,
): boolean {
  const isThere = (position: Position | null) =>
    stored?.epoch === position?.epoch && stored?.version === position?.version;
  return isThere(after) || isThere(to);
}

async function storedPosition(sql: Sql): Promise<StoredPosition | null> {
  const [row] = await sql.all<Position & StoredPosition['span']>(
    `SELECT epoch, version, span_from AS "from", coalesce(to_at, span_from) AS "to"
     FROM recorder LEFT JOIN coverage ON from_at = span_from`,
  );
  if (row === undefined) return null;
  const { epoch, version, from, to } = row;
  return { position: { epoch, version }, span: { from, to } };
}

/** Those of a batch's events in which play had begun before. */
async function begunEvents(sql: Sql, events: readonly HistoricEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM events WHERE started_at IS NOT NULL AND ${sql.isIn('id', '$1')}`,
    sql.list(events.map(({ id }) => id)),
  );
  return rows.map(({ id }) => id);
}

async function putEvents(sql: Sql, { events, isImport }: Batch): Promise<void> {
  if (events.length === 0) return;
  const startsAt = isImport ? 'starts_at' : "CAST(value ->> 'startsAt' AS bigint)";
  const json = JSON.stringify(events);
  await sql.run(
    `UPDATE events SET starts_at = ${startsAt},
       started_at = coalesce(started_at, CAST(value ->> 'startedAt' AS bigint))
     FROM ${sql.objects('$1')} WHERE events.id = value ->> 'id'`,
    json,
  );
  // Only those that are new: PostgreSQL takes a number also for a row that conflicts.
  await sql.run(
    `INSERT INTO events (id, sport, league, home_team, away_team, starts_at, started_at)
     SELECT value ->> 'id', value ->> 'sport', value ->> 'league', value ->> 'homeTeam', value ->> 'awayTeam',
       CAST(value ->> 'startsAt' AS bigint), CAST(value ->> 'startedAt' AS bigint) FROM ${sql.objects('$1')}
     WHERE NOT EXISTS (SELECT 1 FROM events WHERE id = value ->> 'id') ON CONFLICT (id) DO NOTHING`,
    json,
  );
}

/** The numbers of a batch's series, which are created if need be. */
async function numbersOf(sql: Sql, series: Batch['series']): Promise<SeriesId[]> {
  const digests = series.map((one) => (typeof one === 'number' ? '' : digestOf(one)));
  const given = series.flatMap((one, n) =>
    typeof one === 'number' ? [] : [{ ...one, digest: digests[n], n }],
  );
  if (given.length === 0) return series as SeriesId[];
  const json = JSON.stringify(given);
  const digest = sql.bytes("value ->> 'digest'");
  await sql.run(
    `INSERT INTO series (digest, event, sportsbook, market_type, selection, selection_type, player, upstream_id, stat_category)
       SELECT ${digest}, e.number, value ->> 'sportsbook', value ->> 'marketType', value ->> 'selection',
         value ->> 'selectionType', value ->> 'player', value ->> 'upstreamId', value ->> 'statCategory'
       FROM ${sql.objects('$1')} JOIN events e ON e.id = value ->> 'eventId'
       WHERE NOT EXISTS (SELECT 1 FROM series WHERE series.digest = ${digest})
       ORDER BY CAST(value ->> 'n' AS integer) ON CONFLICT (digest) DO NOTHING`,
    json,
  );
  const rows = await sql.all<{ id: SeriesId; digest: string }>(
    `SELECT s.id, value ->> 'digest' AS digest FROM ${sql.objects('$1')} JOIN series s ON s.digest = ${digest}`,
    json,
  );
  const ids = new Map(rows.map((row) => [row.digest, row.id]));
  return series.map((one, n) => {
    const id = typeof one === 'number' ? one : ids.get(digests[n] ?? '');
    if (id !== undefined) return id;
    throw new RangeError(`The event ${(one as SeriesInfo).eventId} of a series is not known.`);
  });
}

/** Twelve bytes that stand for a series in an index: keys themselves would take more room than their points. */
function digestOf(key: SeriesKey): string {
  return hash('sha256', seriesKey(key)).slice(0, 24);
}

/** The earliest point of a series that is given by key is perhaps its opening. */
async function putOpenings(
  sql: Sql,
  { series, points }: Batch,
  seriesIds: readonly SeriesId[],
): Promise<void> {
  // A bet that was removed and listed anew is in the batch twice.
  const earliest = new Map<SeriesId | undefined, BatchPoint>();
  for (const point of points) {
    if (typeof series[point.series] === 'number' || point.status === 'removed') continue;
    const id = seriesIds[point.series];
    const known = earliest.get(id);
    if (known === undefined || point.at < known.at) earliest.set(id, point);
  }
  if (earliest.size === 0) return;
  const openings = Array.from(earliest, ([id, { series: index, at, american, line, status }]) => {
    const one = series[index];
    const isFirstSeen = typeof one === 'object' && !one.isWatchedFromStart;
    return { id, at, american: status === 'open' ? american : 0, line, isFirstSeen };
  });
  await sql.run(
    `UPDATE series SET opening_at = o.at, opening_american = o.american, opening_line = o.line, is_first_seen = o.seen
     FROM (
       SELECT CAST(value ->> 'id' AS integer) AS id, CAST(value ->> 'at' AS bigint) AS at,
         CAST(value ->> 'american' AS real) AS american, CAST(value ->> 'line' AS real) AS line,
         CAST(value ->> 'isFirstSeen' AS boolean) AS seen FROM ${sql.objects('$1')}
     ) o WHERE series.id = o.id AND (series.opening_at IS NULL OR series.opening_at > o.at)`,
    JSON.stringify(openings),
  );
}

/**
 * Stores what stood when play began: of all series of an event if the batch is the first to say that play has begun,
 * otherwise of those that have points in the batch.
 */
async function putClosings(
  sql: Sql,
  { events, points: added }: Batch,
  begun: readonly string[],
  seriesIds: readonly SeriesId[],
): Promise<void> {
  if (events.length === 0) return;
  const series = await sql.all<{ id: SeriesId; playAt: number; openedAt: number | null }>(
    `SELECT s.id, e.started_at AS "playAt", s.opening_at AS "openedAt" FROM events e JOIN series s ON s.event = e.number
     WHERE e.started_at IS NOT NULL AND ${sql.isIn('e.id', '$1')}
       AND (${sql.isIn('s.id', '$2')} OR NOT ${sql.isIn('e.id', '$3')})`,
    sql.list(events.map(({ id }) => id)),
    sql.list(added.length > 0 ? seriesIds : []),
    sql.list(begun),
  );
  if (series.length === 0) return;
  const points = await lastBeforePlay(sql, series);
  const closings = Array.from(points, ([id, closing]) => ({ id, ...closing }));
  await sql.run(
    `UPDATE series SET closing_at = c.at, closing_american = c.american, closing_line = c.line, closing_status = c.status
     FROM (
       SELECT CAST(value ->> 'id' AS integer) AS id, CAST(value ->> 'at' AS bigint) AS at,
         CAST(value ->> 'american' AS real) AS american, CAST(value ->> 'line' AS real) AS line,
         value ->> 'status' AS status FROM ${sql.objects('$1')}
     ) c WHERE series.id = c.id`,
    JSON.stringify(closings),
  );
}

async function putCoverage(
  sql: Sql,
  { coverage, position }: Batch,
  stored: StoredPosition | null,
): Promise<void> {
  if (coverage !== null) {
    await sql.run(
      `INSERT INTO coverage (from_at, to_at) VALUES ($1, $2) ON CONFLICT (from_at) DO UPDATE
       SET to_at = CASE WHEN excluded.to_at > coverage.to_at THEN excluded.to_at ELSE coverage.to_at END`,
      coverage.from,
      coverage.to,
    );
  }
  if (position === null) return;
  const { epoch, version } = position.to;
  await sql.run(
    `INSERT INTO recorder (id, epoch, version, span_from) VALUES (1, $1, $2, $3) ON CONFLICT (id) DO UPDATE
     SET epoch = excluded.epoch, version = excluded.version, span_from = excluded.span_from`,
    epoch,
    version,
    coverage?.from ?? stored?.span.from ?? 0,
  );
}

/**
 * Forgets events without points since a day, some at a time; returns how many. An event without any points, whose prices
 * were gone before they were stored, is as old as its start.
 */
async function forgetEvents(sql: Sql, first: number): Promise<number> {
  const rows = await sql.all<{ number: number }>(
    `SELECT number FROM events WHERE last_day < $1 OR (last_day IS NULL AND starts_at < $2) LIMIT ${FORGOTTEN_EVENTS}`,
    first,
    startOf(first),
  );
  const numbers = sql.list(rows.map(({ number }) => number));
  await sql.run(`DELETE FROM series WHERE ${sql.isIn('event', '$1')}`, numbers);
  await sql.run(`DELETE FROM events WHERE ${sql.isIn('number', '$1')}`, numbers);
  return rows.length;
}
