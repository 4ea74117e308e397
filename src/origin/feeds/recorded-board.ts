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

/** The error of a cell with an invalid value, or of a missing column. */
type CellError = (column: Column, expected: string) => Error;

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
  const rows: BoardRow[] = [];
  let line = 1;
  const cellError: CellError = (column, expected) =>
    new Error(`Recorded board ${path}, line ${line}, column ${column}: ${expected}.`);
  try {
    parse(readFileSync(path), {
      bom: true,
      columns: (header: readonly string[]) => columnsOf(header, cellError),
      skip_empty_lines: true,
      on_record(cells: Cells, { lines }) {
        line = lines;
        // `ref` identifies the row, because recorded ids may repeat.
        rows.push({ ref: rows.length + 1, odds: toOdds(cells, cellError) });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`Recorded board ${path}: ${error.message}.`);
    throw error;
  }
  if (rows.length === 0) throw cellError(COLUMNS[0], 'expected at least one row');
  return rows;
}

/** The columns to read, in the order of the file; undefined for those that are ignored. */
function columnsOf(header: readonly string[], cellError: CellError): (string | undefined)[] {
  const missing = COLUMNS.find((column) => !header.includes(column));
  if (missing !== undefined) throw cellError(missing, 'missing from the header');
  return header.map((name) => COLUMNS.find((column) => column === name));
}

function toOdds(cells: Cells, cellError: CellError): Odds {
  const { timestamp, ...texts } = cells;
  const numberIn = (column: Column) => {
    const value = Number(cells[column]);
    if (cells[column].trim() !== '' && Number.isFinite(value)) return value;
    throw cellError(column, `expected a number, got ${JSON.stringify(cells[column])}`);
  };
  const numbers = {
    odds_american: numberIn('odds_american'),
    odds_decimal: numberIn('odds_decimal'),
    odds_probability: numberIn('odds_probability'),
    line: cells.line === '' ? null : numberIn('line'),
  };
  const live = cells.is_live.toLowerCase();
  if (live !== 'true' && live !== 'false') {
    throw cellError('is_live', `expected True or False, got ${JSON.stringify(cells.is_live)}`);
  }
  return { ...texts, ...numbers, last_seen_at: timestamp, is_live: live === 'true' };
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
      sport: teams.sport,
      league: teams.league,
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
