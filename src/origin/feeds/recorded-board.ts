import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { type CsvRow, csvOptions, lineError } from '../../contract/lists/csv.ts';
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

/**
 * Reads a recorded board, the prices of many sportsbooks as they once were, from a CSV file with a header
 * line. It is no export of recorded history: that has each price over time, and other columns. Rows are kept
 * unchanged, repeated ids included, and never change afterwards. If the rows of an event disagree about its
 * teams, start or being live, the most frequent value is used.
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
  const file = readFileSync(path);
  try {
    const odds = parse(file, csvOptions(COLUMNS, toOdds));
    if (odds.length === 0) throw new Error('Line 1: no row follows the header.');
    // `ref` identifies the row, because recorded ids may repeat.
    return odds.map((one, index) => ({ ref: index + 1, odds: one }));
  } catch (error) {
    throw new Error(`Recorded board ${path}: ${lineError(error).message}`);
  }
}

function toOdds(row: CsvRow<(typeof COLUMNS)[number]>): Odds {
  const { timestamp, ...texts } = row.cells;
  return {
    ...texts,
    odds_american: row.number('odds_american'),
    odds_decimal: row.number('odds_decimal'),
    odds_probability: row.number('odds_probability'),
    line: texts.line === '' ? null : row.number('line'),
    last_seen_at: timestamp,
    is_live: row.boolean('is_live'),
  };
}

function eventsOf(rows: readonly BoardRow[]): EventInfo[] {
  const byEvent = Map.groupBy(
    rows.map(({ odds }) => odds),
    ({ event_id }) => event_id,
  );
  return Array.from(byEvent, ([id, odds]) => {
    // Both teams count as one value, so that the event has a pair that occurs in some row.
    const typical = mostFrequent(odds, (one) => JSON.stringify([one.home_team, one.away_team]));
    // Sorted, so that among equally frequent starts the earliest is used.
    const inStartOrder = odds.toSorted((a, b) => startOf(a) - startOf(b));
    return {
      id,
      external_ids: {},
      sport: typical.sport,
      league: typical.league,
      home_team: typical.home_team ?? '',
      away_team: typical.away_team ?? '',
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
