import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { newFolder } from '../../../harness/node/new-folder.ts';
import { recordedBoards } from '../../../harness/servers/recorded-boards.ts';

const CELLS = {
  id: '1',
  sportsbook: 'fanduel',
  event_id: 'e',
  sport: 'soccer',
  league: 'cup',
  home_team: 'Home',
  away_team: 'Away',
  market_type: 'moneyline',
  selection: 'Home',
  selection_type: 'home',
  odds_american: '-110',
  odds_decimal: '1.909',
  odds_probability: '0.5238',
  line: '',
  event_start_time: '2026-07-14T19:00Z',
  is_live: 'False',
  timestamp: '2026-07-13T01:45:33.468979719Z',
};
const HEADER = Object.keys(CELLS).join();

const row = (cells: Partial<typeof CELLS> = {}) => Object.values({ ...CELLS, ...cells }).join();

const folder = newFolder();

function read(...lines: string[]) {
  const path = join(folder, 'board.csv');
  writeFileSync(path, lines.join('\n'));
  const clock = new ManualClock();
  const { board } = readRecordedBoard(path, clock);
  expect(clock.pendingTimers).toBe(0);
  return board;
}

it('keeps rows that share an id apart, with the id unchanged', () => {
  const id = '3530474387669659648';
  const rows = [...read(HEADER, row({ id }), row({ id, odds_american: '212' })).rows()];
  expect(rows.map(({ odds }) => [odds.id, odds.odds_american])).toEqual([
    [id, -110],
    [id, 212],
  ]);
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(2);
});

it('reads an empty line as null, an empty team as empty, and True as live', () => {
  const [first] = read(HEADER, row({ home_team: '', is_live: 'True' })).rows();
  expect(first?.odds).toMatchObject({ line: null, home_team: '', is_live: true });
});

it('gives an event the teams of most rows, and of the first rows on a tie', () => {
  const teams = (home_team: string, away_team = 'Away') => row({ home_team, away_team });
  const most = read(HEADER, teams('A'), teams('B'), teams('B'));
  expect(most.event('e')).toMatchObject({ home_team: 'B', away_team: 'Away' });
  const equal = read(HEADER, teams('B', 'X'), teams('A', 'Y'));
  expect(equal.event('e')).toMatchObject({ home_team: 'B', away_team: 'X' });
  expect([...equal.rows()].map(({ odds }) => odds.home_team)).toEqual(['B', 'A']);
});

it('gives an event the start of most rows, and the earliest on a tie', () => {
  const late = row({ event_start_time: '2026-07-14T19:00:00Z' });
  const early = row({ event_start_time: '2026-07-14T00:00Z' });
  const startOf = (...rows: string[]) => read(HEADER, ...rows).event('e')?.start_time;
  expect(startOf(early, late, late)).toBe('2026-07-14T19:00:00Z');
  expect(startOf(late, early)).toBe('2026-07-14T00:00Z');
});

it.each([
  ['a column is missing', [HEADER.replace(',league', ''), row()], 'line 1, column league'],
  [
    'a price is not a number',
    [HEADER, row(), row({ odds_american: 'EVEN' })],
    'line 3, column odds_american: expected a number, got "EVEN"',
  ],
  ['a price is empty', [HEADER, row({ odds_american: '' })], 'line 2, column odds_american'],
  ['a line is not a number', [HEADER, row({ line: 'pk' })], 'line 2, column line'],
  ['a flag is neither true nor false', [HEADER, row({ is_live: 'maybe' })], 'column is_live'],
  ['a row is too short', [HEADER, row(), '1,fanduel'], 'line 3'],
  ['there are no rows', [HEADER], 'line 1, column id: expected at least one row'],
  ['the file is empty', [''], 'line 1'],
])('is refused with the file, line and column if %s', (_case, lines, message) => {
  expect(() => read(...lines)).toThrow(message);
  expect(() => read(...lines)).toThrow('board.csv');
});

it.each(recordedBoards())('has the rows of the file $name unchanged', ({ path }) => {
  const { board } = readRecordedBoard(path, new ManualClock());
  const inFile: (typeof CELLS)[] = parse(readFileSync(path), { columns: true });
  const asRead = (cell: string) => (cell === '' ? null : Number(cell));
  const expected = inFile.map(({ timestamp, ...cells }) => ({
    ...cells,
    odds_american: asRead(cells.odds_american),
    odds_decimal: asRead(cells.odds_decimal),
    odds_probability: asRead(cells.odds_probability),
    line: asRead(cells.line),
    is_live: cells.is_live === 'True',
    last_seen_at: timestamp,
  }));
  expect(Array.from(board.rows(), ({ odds }) => odds)).toEqual(expected);
  expect(new Set(inFile.map((cells) => cells.event_id)).size).toBe([...board.events()].length);
});
