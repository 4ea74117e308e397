import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { isDay } from '../../contract/calendar-day.ts';
import { type CsvRow, csvOptions, lineError } from '../../contract/lists/csv.ts';
import { NUMBER_MAX, POINT_STATUSES, type PointStatus } from '../series.ts';
import type { HistoryRecord } from './import-records.ts';

/** The columns of a file. A row is a point of a price or, if `record` says `coverage`, a time that was recorded. */
const COLUMNS = [
  'record',
  'at',
  'until',
  'event_id',
  'sport',
  'league',
  'home_team',
  'away_team',
  'starts_at',
  'started_at',
  'sportsbook',
  'market_type',
  'selection',
  'selection_type',
  'player',
  'stat_category',
  'upstream_id',
  'watched_from_start',
  'american',
  'line',
  'is_live',
  'status',
] as const;
type Column = (typeof COLUMNS)[number];
type Row = CsvRow<Column>;
type Cell = string | number | boolean | null;

/** Lines that are passed on together. */
const LINES_AT_ONCE = 500;

/** Writes records as CSV (RFC 4180) with a header, some lines at a time. */
export async function* csvOf(records: AsyncIterable<HistoryRecord>): AsyncGenerator<string> {
  let lines = [COLUMNS.join(',')];
  for await (const record of records) {
    for (const row of rowsOf(record)) {
      lines.push(COLUMNS.map((column) => quoted(row[column] ?? null)).join(','));
    }
    if (lines.length < LINES_AT_ONCE) continue;
    yield `${lines.join('\r\n')}\r\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
}

function rowsOf(record: HistoryRecord): Partial<Record<Column, Cell>>[] {
  if ('coverage' in record) {
    const { from, to } = record.coverage;
    return [{ record: 'coverage', at: isoTime(from), until: isoTime(to) }];
  }
  const { event, series, points } = record;
  const common = {
    record: 'point',
    event_id: event.id,
    sport: event.sport,
    league: event.league,
    home_team: event.homeTeam,
    away_team: event.awayTeam,
    starts_at: isoTime(event.startsAt),
    started_at: event.startedAt === null ? null : isoTime(event.startedAt),
    sportsbook: series.sportsbook,
    market_type: series.marketType,
    selection: series.selection,
    selection_type: series.selectionType,
    player: series.player,
    stat_category: series.statCategory,
    upstream_id: series.upstreamId,
    watched_from_start: series.isWatchedFromStart,
  };
  return points.map(({ at, american, line, isLive, status }) => ({
    ...common,
    at: isoTime(at),
    american,
    line,
    is_live: isLive,
    status,
  }));
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function quoted(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads such a file of the past, no faster than its records are taken. Throws an error that names the line. */
export async function* recordsIn(file: Readable): AsyncGenerator<HistoryRecord> {
  const now = Date.now();
  const parser = parse(csvOptions(COLUMNS, (row) => row));
  file.on('error', (error) => parser.destroy(error));
  try {
    for await (const row of file.pipe(parser) as AsyncIterable<Row>) yield recordOf(row, now);
    if (parser.info.bytes === 0) throw new Error('There is not even a header.');
  } catch (error) {
    throw lineError(error);
  } finally {
    file.destroy();
  }
}

function recordOf(row: Row, now: number): HistoryRecord {
  const { cells } = row;
  if (cells.record === 'coverage') {
    const coverage = { from: timeIn(row, 'at', now), to: timeIn(row, 'until', now) };
    if (coverage.to < coverage.from) throw row.error('until', 'is before "at"');
    return { coverage };
  }
  if (cells.record !== 'point') throw row.error('record', 'has to be "point" or "coverage"');
  const eventId = textIn(row, 'event_id');
  return {
    event: {
      id: eventId,
      sport: textIn(row, 'sport'),
      league: textIn(row, 'league'),
      homeTeam: row.orNull('home_team'),
      awayTeam: row.orNull('away_team'),
      startsAt: timeIn(row, 'starts_at'),
      startedAt: cells.started_at === '' ? null : timeIn(row, 'started_at', now),
    },
    series: {
      eventId,
      sportsbook: textIn(row, 'sportsbook'),
      marketType: textIn(row, 'market_type'),
      selection: cells.selection,
      selectionType: cells.selection_type,
      player: row.orNull('player'),
      statCategory: row.orNull('stat_category'),
      upstreamId: row.orNull('upstream_id'),
      isWatchedFromStart: row.boolean('watched_from_start'),
    },
    points: [
      {
        at: timeIn(row, 'at', now),
        american: americanIn(row),
        line: cells.line === '' ? null : row.number('line', NUMBER_MAX),
        isLive: row.boolean('is_live'),
        status: statusIn(row),
      },
    ],
  };
}

function textIn(row: Row, column: Column): string {
  if (row.cells[column] === '') throw row.error(column, 'is empty');
  return row.cells[column];
}

/** A time that is not after `latest`. */
function timeIn(row: Row, column: Column, latest = Number.POSITIVE_INFINITY): number {
  const time = timeOf(row.cells[column]);
  if (Number.isNaN(time)) {
    throw row.error(column, 'has to be a time with a zone, such as 2026-07-14T19:00:00Z');
  }
  if (time > latest) throw row.error(column, 'is in the future');
  return time;
}

/** NaN unless it is a time with a zone, of a day that the calendar has. */
export function timeOf(text: string): number {
  const hasZone = /T.+(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  return hasZone && isDay(text.slice(0, text.indexOf('T'))) ? Date.parse(text) : Number.NaN;
}

function americanIn(row: Row): number {
  const odds = row.number('american', NUMBER_MAX);
  if (Math.abs(odds) >= 100 || (odds === 0 && row.cells.status !== 'open')) return odds;
  const expected = 'has to be American odds, -100 or below, 100 or above, or 0 if it is not open';
  throw row.error('american', expected);
}

function statusIn(row: Row): PointStatus {
  const known = POINT_STATUSES.find((status) => status === row.cells.status);
  if (known === undefined)
    throw row.error('status', `has to be one of ${POINT_STATUSES.join(', ')}`);
  return known;
}
