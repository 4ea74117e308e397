import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { isDay } from '../../contract/calendar-day.ts';
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

type Cells = Readonly<Record<Column, string>>;

/** A row with the line that it ends in. */
interface Row {
  readonly record: Cells;
  readonly info: { readonly lines: number };
}
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
export async function* recordsIn(file: Readable, now = Date.now()): AsyncGenerator<HistoryRecord> {
  let line = 1;
  const parser = parse({ bom: true, columns: requireColumns, skip_empty_lines: true, info: true });
  file.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of file.pipe(parser) as AsyncIterable<Row>) {
      line = info.lines; // The parser itself is ahead.
      yield recordOf(record, now);
    }
  } catch (error) {
    if (error instanceof CsvError) line = Number(error['lines'] ?? line);
    else if (!(error instanceof CellError)) throw error;
    throw new Error(`Line ${line}: ${error.message}.`);
  } finally {
    file.destroy();
  }
}

class CellError extends Error {
  constructor(column: Column, expected: string) {
    super(`the column "${column}" ${expected}`);
  }
}

function requireColumns(header: readonly string[]): string[] {
  for (const column of COLUMNS) {
    if (!header.includes(column)) throw new CellError(column, 'is missing from the header');
  }
  return [...header];
}

function recordOf(cells: Cells, now: number): HistoryRecord {
  if (cells.record === 'coverage') {
    const coverage = { from: timeIn(cells, 'at', now), to: timeIn(cells, 'until', now) };
    if (coverage.to < coverage.from) throw new CellError('until', 'is before "at"');
    return { coverage };
  }
  if (cells.record !== 'point') throw new CellError('record', 'has to be "point" or "coverage"');
  const orNull = (column: Column) => (cells[column] === '' ? null : cells[column]);
  const eventId = textIn(cells, 'event_id');
  return {
    event: {
      id: eventId,
      sport: textIn(cells, 'sport'),
      league: textIn(cells, 'league'),
      homeTeam: orNull('home_team'),
      awayTeam: orNull('away_team'),
      startsAt: timeIn(cells, 'starts_at'),
      startedAt: cells.started_at === '' ? null : timeIn(cells, 'started_at', now),
    },
    series: {
      eventId,
      sportsbook: textIn(cells, 'sportsbook'),
      marketType: textIn(cells, 'market_type'),
      selection: cells.selection,
      selectionType: cells.selection_type,
      player: orNull('player'),
      statCategory: orNull('stat_category'),
      upstreamId: orNull('upstream_id'),
      isWatchedFromStart: booleanIn(cells, 'watched_from_start'),
    },
    points: [
      {
        at: timeIn(cells, 'at', now),
        american: americanIn(cells),
        line: cells.line === '' ? null : numberIn(cells, 'line'),
        isLive: booleanIn(cells, 'is_live'),
        status: statusIn(cells),
      },
    ],
  };
}

function textIn(cells: Cells, column: Column): string {
  if (cells[column] === '') throw new CellError(column, 'is empty');
  return cells[column];
}

/** A time that is not after `latest`. */
function timeIn(cells: Cells, column: Column, latest = Number.POSITIVE_INFINITY): number {
  const time = timeOf(cells[column]);
  if (Number.isNaN(time)) {
    throw new CellError(column, 'has to be a time with a zone, such as 2026-07-14T19:00:00Z');
  }
  if (time > latest) throw new CellError(column, 'is in the future');
  return time;
}

/** NaN unless it is a time with a zone, of a day that the calendar has. */
export function timeOf(text: string): number {
  const hasZone = /T.+(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  return hasZone && isDay(text.slice(0, text.indexOf('T'))) ? Date.parse(text) : Number.NaN;
}

function numberIn(cells: Cells, column: Column): number {
  const number = Number(cells[column]);
  if (cells[column].trim() === '' || !(Math.abs(number) <= NUMBER_MAX)) {
    throw new CellError(column, `has to be a number from -${NUMBER_MAX} to ${NUMBER_MAX}`);
  }
  return number;
}

function americanIn(cells: Cells): number {
  const odds = numberIn(cells, 'american');
  if (Math.abs(odds) >= 100 || (odds === 0 && cells.status !== 'open')) return odds;
  const expected = 'has to be American odds, -100 or below, 100 or above, or 0 if it is not open';
  throw new CellError('american', expected);
}

/** In any case: pandas writes `True`. */
function booleanIn(cells: Cells, column: Column): boolean {
  const value = cells[column].toLowerCase();
  if (value !== 'true' && value !== 'false') throw new CellError(column, 'has to be true or false');
  return value === 'true';
}

function statusIn({ status }: Cells): PointStatus {
  const known = POINT_STATUSES.find((one) => one === status);
  if (known === undefined) {
    throw new CellError('status', `has to be one of ${POINT_STATUSES.join(', ')}`);
  }
  return known;
}
