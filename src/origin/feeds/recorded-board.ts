import { readFileSync } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import type { Odds } from '../../contract/odds/odds.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { Board, type BoardRow, type EventInfo } from '../origin-board.ts';
import { NO_REPORTS, type PriceFeed } from './price-feed.ts';

const COLUMNS = [
  'id',
  'sportsbook',
  'event_id',
  'sport',
  'league',
  'home_team',
  'away_team',
  'market_type',
  'selection',
  'selection_type',
  'odds_american',
  'odds_decimal',
  'odds_probability',
  'line',
  'event_start_time',
  'is_live',
  'timestamp',
] as const;
type Column = (typeof COLUMNS)[number];

type Cells = Readonly<Record<Column, string>>;

/** A cell with an invalid value, or a missing column. */
class CellError extends Error {
  constructor(column: string, expected: string) {
    super(`column ${column}: ${expected}`);
  }
}

/**
 * Reads a recorded board, the prices of many sportsbooks as they once were, from a CSV file with a header
 * line. Rows are kept unchanged, repeated ids included, and never change afterwards. If the rows of an event
 * disagree about its teams or start, the most frequent value is used.
 *
 * @throws Error that names the file, line and column of malformed content.
 */
export function readRecordedBoard(path: string, clock: Clock): PriceFeed {
  const rows = readRows(path);
  const at = clock.now();
  const board = new Board(at);
  board.apply({ at, events: eventsOf(rows), upserts: rows, removals: [], endedEventIds: [] });
  return { board, reports: () => NO_REPORTS, stop() {} };
}

function readRows(path: string): BoardRow[] {
  const fail = (line: number, reason: string) =>
    new Error(`Recorded board ${path}, line ${line}, ${reason}.`);
  const rows: BoardRow[] = [];
  let line = 1;
  try {
    parse(readFileSync(path), {
      bom: true,
      columns: requireColumns,
      skip_empty_lines: true,
      on_record(cells: Cells, { lines }) {
        line = lines;
        // `ref` identifies the row, because recorded ids may repeat.
        rows.push({ ref: rows.length + 1, odds: toOdds(cells) });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CellError) throw fail(line, error.message);
    if (error instanceof CsvError) throw new Error(`Recorded board ${path}: ${error.message}.`);
    throw error;
  }
  if (rows.length === 0) throw fail(line, `column ${COLUMNS[0]}: expected at least one row`);
  return rows;
}

/** The columns to read, in the order of the file; undefined for those that are ignored. */
function requireColumns(header: readonly string[]): (string | undefined)[] {
  for (const column of COLUMNS) {
    if (!header.includes(column)) throw new CellError(column, 'missing from the header');
  }
  return header.map((name) => COLUMNS.find((column) => column === name));
}

function toOdds(cells: Cells): Odds {
  const { timestamp, ...texts } = cells;
  return {
    ...texts,
    odds_american: numberIn(cells, 'odds_american'),
    odds_decimal: numberIn(cells, 'odds_decimal'),
    odds_probability: numberIn(cells, 'odds_probability'),
    line: cells.line === '' ? null : numberIn(cells, 'line'),
    last_seen_at: timestamp,
    is_live: booleanIn(cells, 'is_live'),
  };
}

function numberIn(cells: Cells, column: Column): number {
  const value = Number(cells[column]);
  if (cells[column].trim() === '' || !Number.isFinite(value)) {
    throw new CellError(column, `expected a number, got ${JSON.stringify(cells[column])}`);
  }
  return value;
}

function booleanIn(cells: Cells, column: Column): boolean {
  const value = cells[column].toLowerCase();
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new CellError(column, `expected True or False, got ${JSON.stringify(cells[column])}`);
}

function eventsOf(rows: readonly BoardRow[]): EventInfo[] {
  const byEvent = Map.groupBy(
    rows.map(({ odds }) => odds),
    ({ event_id }) => event_id,
  );
  return Array.from(byEvent, ([id, odds]) => {
    // Both teams count as one value, so that the event has a pair that occurs in some row.
    const teams = mostFrequent(odds, (one) => JSON.stringify([one.home_team, one.away_team]));
    // Sorted, so that among equally frequent starts the earliest is used.
    const inStartOrder = odds.toSorted((a, b) => startOf(a) - startOf(b));
    return {
      id,
      external_ids: {},
      sport: mostFrequent(odds, ({ sport }) => sport).sport,
      league: mostFrequent(odds, ({ league }) => league).league,
      home_team: teams.home_team ?? '',
      away_team: teams.away_team ?? '',
      start_time: mostFrequent(inStartOrder, (one) => one.event_start_time).event_start_time,
      is_live: mostFrequent(odds, ({ is_live }) => is_live).is_live,
      game_state: null,
    };
  });
}

/** An invalid date sorts last. */
function startOf(odds: Odds): number {
  const start = Date.parse(odds.event_start_time);
  return Number.isNaN(start) ? Number.MAX_SAFE_INTEGER : start;
}

/** The first item with the most frequent value. On a tie, the value that occurs first wins. */
function mostFrequent<T>(items: readonly T[], valueIn: (item: T) => unknown): T {
  const groups = [...Map.groupBy(items, valueIn).values()];
  const [largest] = groups.reduce((most, group) => (group.length > most.length ? group : most));
  if (largest === undefined) throw new RangeError('An empty list has no most frequent item.');
  return largest;
}
