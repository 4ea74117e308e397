import type { Closing, HistoricEvent, Opening, Series } from '../series.ts';

/** A row of `series` in a database, with the id of its event. */
export interface SeriesRow {
  readonly id: number;
  readonly event_id: string;
  readonly sportsbook: string;
  readonly market_type: string;
  readonly selection: string;
  readonly selection_type: string;
  readonly player: string | null;
  readonly upstream_id: string | null;
  readonly stat_category: string | null;
  readonly opening_at: number | null;
  readonly opening_american: number | null;
  readonly opening_line: number | null;
  readonly is_first_seen: number | boolean | null;
  readonly closing_at: number | null;
  readonly closing_american: number | null;
  readonly closing_line: number | null;
  readonly closing_was_open: number | boolean | null;
}

/** A row of `events` in a database. */
export interface EventRow {
  readonly event_id: string;
  readonly sport: string;
  readonly league: string;
  readonly home_team: string | null;
  readonly away_team: string | null;
  readonly starts_at: number;
  readonly started_at: number | null;
}

/** The columns of a `SeriesRow`, of the tables `series s` and `events e`. */
export const SERIES_COLUMNS = [
  's.id, e.id AS event_id, s.sportsbook, s.market_type, s.selection, s.selection_type, s.player, s.upstream_id',
  's.stat_category, s.opening_at, s.opening_american, s.opening_line, s.is_first_seen',
  's.closing_at, s.closing_american, s.closing_line, s.closing_was_open',
].join(', ');

/** The columns of an `EventRow`, of the table `events e`. */
export const EVENT_COLUMNS =
  'e.id AS event_id, e.sport, e.league, e.home_team, e.away_team, e.starts_at, e.started_at';

export function toSeries(row: SeriesRow): Series {
  return {
    id: row.id,
    eventId: row.event_id,
    sportsbook: row.sportsbook,
    marketType: row.market_type,
    selection: row.selection,
    selectionType: row.selection_type,
    player: row.player,
    upstreamId: row.upstream_id,
    statCategory: row.stat_category,
    opening: openingOf(row),
    closing: closingOf(row),
  };
}

export function toEvent(row: EventRow): HistoricEvent {
  return {
    id: row.event_id,
    sport: row.sport,
    league: row.league,
    homeTeam: row.home_team,
    awayTeam: row.away_team,
    startsAt: row.starts_at,
    startedAt: row.started_at,
  };
}

function openingOf(row: SeriesRow): Opening | null {
  const { opening_at: at, opening_american: american, opening_line: line } = row;
  if (at === null || american === null) return null;
  return { at, american, line, isFirstSeen: Boolean(row.is_first_seen) };
}

function closingOf(row: SeriesRow): Closing | null {
  const { closing_at: at, closing_american: american, closing_line: line } = row;
  if (at === null || american === null) return null;
  return { at, american, line, isProvisional: false, wasOpen: Boolean(row.closing_was_open) };
}
