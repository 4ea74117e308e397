import type { Appended, Batch, Position, Span } from '../history-store.ts';
import type { HistoricEvent, SeriesId, SeriesInfo } from '../series.ts';
import { earliestPoints, pointsByDay } from '../store/batch-points.ts';
import { dayOf, tableOf } from '../store/days.ts';
import { IS_BEFORE_PLAY, IS_OPEN } from '../store/flags.ts';
import { mayAppend } from '../store/position.ts';
import { digestOf } from '../store/series-digest.ts';
import { type Connection, daysOf, type PostgresDatabase } from './postgres-database.ts';
import { carryOn, ensureDay, insertPoints } from './postgres-points.ts';

/** How many events are forgotten in one transaction, with all their series. */
const FORGOTTEN_EVENTS = 200;

/** Writes to a PostgreSQL database. */
export class PostgresWriter {
  readonly #db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  append(batch: Batch): Promise<Appended> {
    return this.#db.transaction(async (connection) => {
      if (batch.position !== null) {
        // Two recorders wait for each other here, so that the second one sees where the first one stands.
        await connection.query('LOCK TABLE recorder IN SHARE ROW EXCLUSIVE MODE');
        const stored = (await positionOf(connection))?.position ?? null;
        if (!mayAppend(stored, batch.position)) {
          return { seriesIds: [], points: 0, refusedAt: stored };
        }
      }
      await putEvents(connection, batch.events);
      const seriesIds = await numbersOf(connection, batch);
      const points = await putPoints(connection, batch, seriesIds);
      await putOpenings(connection, batch, seriesIds);
      for (const event of batch.events) await putClosings(connection, event);
      await putCoverage(connection, batch);
      return { seriesIds, points, refusedAt: null };
    });
  }

  position(): Promise<{ position: Position; span: Span } | null> {
    return this.#db.read(positionOf);
  }

  async forgetBefore(time: number): Promise<void> {
    const first = dayOf(time);
    const days = await this.#db.read(daysOf);
    for (const day of days.filter((one) => one < first)) {
      await this.#db.transaction(async (connection) => {
        await connection.query(`DROP TABLE IF EXISTS ${tableOf(day)}`);
        await connection.query('DELETE FROM days WHERE day = $1', [day]);
      });
    }
    while ((await this.#db.transaction((one) => forgetEvents(one, first))) === FORGOTTEN_EVENTS);
    await this.#db.transaction((one) => one.query('DELETE FROM coverage WHERE to_at < $1', [time]));
  }
}

async function positionOf(connection: Connection) {
  const { rows } = await connection.query<Position & Span>(
    `SELECT epoch, version, span_from AS "from", coalesce(to_at, span_from) AS "to"
     FROM recorder LEFT JOIN coverage ON from_at = span_from`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { epoch, version, from, to } = row;
  return { position: { epoch, version }, span: { from, to } };
}

async function putEvents(connection: Connection, events: readonly HistoricEvent[]): Promise<void> {
  if (events.length === 0) return;
  const column = (field: keyof HistoricEvent) => events.map((event) => event[field]);
  await connection.query(
    `INSERT INTO events (id, sport, league, home_team, away_team, starts_at, started_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
     ON CONFLICT (id) DO UPDATE SET starts_at = excluded.starts_at,
       started_at = coalesce(events.started_at, excluded.started_at)`,
    [
      column('id'),
      column('sport'),
      column('league'),
      column('homeTeam'),
      column('awayTeam'),
      column('startsAt'),
      column('startedAt'),
    ],
  );
}

/** The numbers of a batch's series, which are created if need be. */
async function numbersOf(connection: Connection, { series }: Batch): Promise<SeriesId[]> {
  const digests = series.map((one) => (typeof one === 'number' ? null : digestOf(one)));
  const given = series.filter((one) => typeof one !== 'number');
  if (given.length === 0) return series as SeriesId[];
  const column = (field: keyof SeriesInfo) => given.map((one) => one[field]);
  await connection.query(
    `INSERT INTO series (digest, event, sportsbook, market_type, selection, selection_type, player, upstream_id, stat_category)
     SELECT g.digest, e.number, g.sportsbook, g.market, g.selection, g.type, g.player, g.upstream, g.stat
     FROM unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       WITH ORDINALITY AS g (digest, event, sportsbook, market, selection, type, player, upstream, stat, n)
     JOIN events e ON e.id = g.event ORDER BY n ON CONFLICT (digest) DO NOTHING`,
    [
      given.map(digestOf),
      column('eventId'),
      column('sportsbook'),
      column('marketType'),
      column('selection'),
      column('selectionType'),
      column('player'),
      column('upstreamId'),
      column('statCategory'),
    ],
  );
  const { rows } = await connection.query<{ id: number; digest: string }>(
    `SELECT id, encode(digest, 'hex') AS digest FROM series WHERE digest = ANY($1::bytea[])`,
    [given.map(digestOf)],
  );
  const ids = new Map(rows.map(({ id, digest }) => [digest, id]));
  return series.map((one, index) => {
    if (typeof one === 'number') return one;
    const id = ids.get(digests[index]?.toString('hex') ?? '');
    if (id === undefined)
      throw new RangeError(`The event ${one.eventId} of a series is not known.`);
    return id;
  });
}

/** Returns how many points were new. */
async function putPoints(
  connection: Connection,
  batch: Batch,
  seriesIds: readonly SeriesId[],
): Promise<number> {
  let added = 0;
  for (const [day, points] of pointsByDay(batch, seriesIds)) {
    await ensureDay(connection, day);
    added += await insertPoints(connection, day, points);
    const ids = [...new Set(points.map(({ id }) => id))];
    await connection.query(
      `UPDATE events SET first_day = least(first_day, $1), last_day = greatest(last_day, $1)
       WHERE (first_day IS NULL OR first_day > $1 OR last_day < $1)
       AND number IN (SELECT event FROM series WHERE id = ANY($2::integer[]))`,
      [day, ids],
    );
    await carryOn(connection, day, ids);
  }
  return added;
}

async function putOpenings(
  connection: Connection,
  batch: Batch,
  seriesIds: readonly SeriesId[],
): Promise<void> {
  const earliest = [...earliestPoints(batch)];
  if (earliest.length === 0) return;
  await connection.query(
    `UPDATE series SET opening_at = o.at, opening_american = o.american, opening_line = o.line, is_first_seen = o.seen
     FROM unnest($1::integer[], $2::bigint[], $3::real[], $4::real[], $5::boolean[]) AS o (id, at, american, line, seen)
     WHERE series.id = o.id AND (opening_at IS NULL OR opening_at > o.at)`,
    [
      earliest.map(([index]) => seriesIds[index]),
      earliest.map(([, { at }]) => at),
      earliest.map(([, { american }]) => american),
      earliest.map(([, { line }]) => line),
      earliest.map(([index]) => {
        const series = batch.series[index];
        return typeof series === 'object' && !series.isWatchedFromStart;
      }),
    ],
  );
}

/** Stores what stood when play began. */
async function putClosings(
  connection: Connection,
  { id, startedAt }: HistoricEvent,
): Promise<void> {
  if (startedAt === null) return;
  await connection.query(
    `UPDATE series SET closing_at = c.at, closing_american = c.american, closing_line = c.line,
       closing_was_open = c.${IS_OPEN}
     FROM (
       SELECT s.id, p.* FROM events e JOIN series s ON s.event = e.number
       CROSS JOIN LATERAL (
         SELECT at, american, line, flags FROM points
         WHERE series = s.id AND at <= e.started_at AND ${IS_BEFORE_PLAY}
         AND day = (SELECT max(day) FROM days WHERE day <= e.started_at / 86400000) ORDER BY at DESC LIMIT 1
       ) p WHERE e.id = $1
     ) c WHERE series.id = c.id`,
    [id],
  );
}

async function putCoverage(
  connection: Connection,
  { coverage, position, points }: Batch,
): Promise<void> {
  if (coverage !== null) {
    await connection.query(
      `INSERT INTO coverage VALUES ($1, $2)
       ON CONFLICT (from_at) DO UPDATE SET to_at = greatest(coverage.to_at, excluded.to_at)`,
      [coverage.from, coverage.to],
    );
  }
  if (position === null) return;
  const { epoch, version } = position.to;
  const newestAt = points.reduce((newest, { at }) => Math.max(newest, at), 0);
  await connection.query(
    `INSERT INTO recorder VALUES (1, $1, $2, coalesce($3::bigint, 0), $4) ON CONFLICT (id) DO UPDATE SET epoch = $1,
       version = $2, span_from = coalesce($3::bigint, recorder.span_from), newest_at = greatest(recorder.newest_at, $4)`,
    [epoch, version, coverage?.from ?? null, newestAt],
  );
}

/** Forgets events without points since a day, some at a time; returns how many. */
async function forgetEvents(connection: Connection, first: number): Promise<number> {
  const { rows } = await connection.query<{ number: number }>(
    `SELECT number FROM events WHERE last_day < $1 LIMIT ${FORGOTTEN_EVENTS}`,
    [first],
  );
  const numbers = [rows.map(({ number }) => number)];
  await connection.query('DELETE FROM series WHERE event = ANY($1::integer[])', numbers);
  await connection.query('DELETE FROM events WHERE number = ANY($1::integer[])', numbers);
  return rows.length;
}
