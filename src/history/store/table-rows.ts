import { slugsOf } from '../../contract/slugs.ts';
import type { EventFilter, EventSeriesFilter, SeriesFilter } from '../history-store.ts';
import type { Closing, HistoricEvent, Opening, PointStatus, Series } from '../series.ts';
import type { Sql, SqlValue } from './sql.ts';

/** A row of `series` in a database, with the id of its event. */
type SeriesRow = Omit<Series, 'opening' | 'closing'> & {
  readonly opening_at: number | null;
  readonly opening_american: number | null;
  readonly opening_line: number | null;
  readonly is_first_seen: number | boolean | null;
  readonly closing_at: number | null;
  readonly closing_american: number | null;
  readonly closing_line: number | null;
  readonly closing_status: PointStatus | null;
};

/** A row of `events` in a database. */
type EventRow = Omit<HistoricEvent, 'id'> & { readonly eventId: string };

/** The columns of an `EventRow`, of the table `events e`. */
const EVENT_COLUMNS = [
  'e.id AS "eventId", e.sport, e.league, e.home_team AS "homeTeam", e.away_team AS "awayTeam"',
  'e.starts_at AS "startsAt", e.started_at AS "startedAt"',
].join(', ');

/** A row of `series` with its event. */
export type StoredSeries = SeriesRow & EventRow;

/** The columns of a `StoredSeries`, of the tables `series s` and `events e`. */
export const SERIES_COLUMNS = [
  's.id, s.sportsbook, s.market_type AS "marketType", s.selection, s.selection_type AS "selectionType"',
  's.player, s.upstream_id AS "upstreamId", s.stat_category AS "statCategory"',
  's.opening_at, s.opening_american, s.opening_line, s.is_first_seen',
  's.closing_at, s.closing_american, s.closing_line, s.closing_status',
  EVENT_COLUMNS,
].join(', ');

export function toSeries(row: SeriesRow): Series {
  return {
    id: row.id,
    eventId: row.eventId,
    sportsbook: row.sportsbook,
    marketType: row.marketType,
    selection: row.selection,
    selectionType: row.selectionType,
    player: row.player,
    upstreamId: row.upstreamId,
    statCategory: row.statCategory,
    opening: openingOf(row),
    closing: closingOf(row),
  };
}

export function toEvent({ eventId: id, sport, league, ...row }: EventRow): HistoricEvent {
  const { homeTeam, awayTeam, startsAt, startedAt } = row;
  return { id, sport, league, homeTeam, awayTeam, startsAt, startedAt };
}

function openingOf(row: SeriesRow): Opening | null {
  const { opening_at: at, opening_american: american, opening_line: line } = row;
  if (at === null || american === null) return null;
  return { at, american, line, isFirstSeen: Boolean(row.is_first_seen) };
}

function closingOf(row: SeriesRow): Closing | null {
  const { closing_at: at, closing_american: american, closing_line: line } = row;
  const { closing_status: status } = row;
  if (at === null || american === null || status === null) return null;
  return { at, american, line, status, isProvisional: false };
}

/** What a filter's fields compare, of `events e` and `series s`: ids as they are, slugs in any case. */
const FILTERED = {
  eventIds: 'e.id',
  sports: 'lower(e.sport)',
  leagues: 'lower(e.league)',
  sportsbooks: 'lower(s.sportsbook)',
  marketTypes: 'lower(s.market_type)',
  upstreamIds: 's.upstream_id',
} as const satisfies Record<keyof SeriesFilter, string>;

export const FROM_SERIES = 'FROM events e JOIN series s ON s.event = e.number';

/** The conditions of a filter, and their values; `first` is the number of their first parameter. */
export function conditionsOf(sql: Sql, filter: SeriesFilter, first: number) {
  const given = Object.entries(FILTERED).flatMap(([field, column]) => {
    const values = filter[field as keyof SeriesFilter];
    if (values === undefined) return [];
    return [{ column, values: column.startsWith('lower') ? slugsOf(values) : values }];
  });
  const conditions = given.map(({ column }, index) => sql.isIn(column, `$${first + index}`));
  return {
    where: ['true', ...conditions].join(' AND '),
    values: given.map(({ values }): SqlValue => sql.list(values)),
  };
}

/** The events of a filter that meet a condition, in the order of their starts. The condition has two parameters. */
export async function eventsWhere(
  sql: Sql,
  condition: string,
  first: number,
  second: number,
  filter: EventFilter,
): Promise<HistoricEvent[]> {
  const { where, values } = conditionsOf(sql, filter, 3);
  const rows = await sql.all<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events e WHERE ${condition} AND ${where} ORDER BY starts_at, number`,
    first,
    second,
    ...values,
  );
  return rows.map(toEvent);
}

/** The series of a filter, with their events, in the order of their ids: `limit` at most. */
export function seriesRows(sql: Sql, filter: EventSeriesFilter, limit = Number.MAX_SAFE_INTEGER) {
  const { where, values } = conditionsOf(sql, filter, 2);
  return sql.all<StoredSeries>(
    // Sorted after the limit: PostgreSQL would otherwise go through all series in the order of their ids.
    `SELECT * FROM (SELECT ${SERIES_COLUMNS} ${FROM_SERIES} WHERE ${where} LIMIT $1) found ORDER BY id`,
    limit,
    ...values,
  );
}
