import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { newFolder } from '../../../harness/node/new-folder.ts';

const HEADER =
  'id,sportsbook,event_id,sport,league,home_team,away_team,market_type,selection,selection_type,odds_american,odds_decimal,odds_probability,line,event_start_time,is_live,timestamp';
const ROW =
  '1,fanduel,e,soccer,cup,Home,Away,moneyline,Home,home,-110,1.909,0.5238,,2026-07-14T19:00Z,False,2026-07-13T01:45:33.468979719Z';

/** A row of the file, with some cells in the place of the usual ones. */
function row(cells: Readonly<Record<string, string>> = {}): string {
  const names = HEADER.split(',');
  return ROW.split(',')
    .map((usual, index) => cells[names[index] ?? ''] ?? usual)
    .join();
}

const folder = newFolder();

function read(...lines: string[]) {
  const path = join(folder, 'board.csv');
  writeFileSync(path, lines.join('\n'));
  return readRecordedBoard(path, new ManualClock()).board;
}

it('keeps rows that share an id apart, with the id unchanged', () => {
  const id = '3530474387669659648';
  const rows = [...read(HEADER, row({ id }), row({ id, odds_american: '212' })).rows()];
  const prices = rows.map(({ odds }) => [odds.id, odds.odds_american]);
  expect(prices).toEqual([-110, 212].map((american) => [id, american]));
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(2);
});

it('reads an empty line as null, an empty team as empty, and True as live', () => {
  const [first] = read(HEADER, row({ home_team: '', is_live: 'True' })).rows();
  expect(first?.odds).toMatchObject({ line: null, home_team: '', is_live: true });
});

it('gives an event the teams and the start of most rows, on a tie the first teams and the earliest start', () => {
  const eventOf = (...rows: string[]) => read(HEADER, ...rows).event('e');
  const teams = (home_team: string, away_team: string) => row({ home_team, away_team });
  const most = eventOf(teams('A', 'X'), teams('B', 'Y'), teams('C', 'X'), teams('B', 'Y'));
  expect(most).toMatchObject({ home_team: 'B', away_team: 'Y' });
  const tied = eventOf(teams('B', 'X'), teams('A', 'Y'));
  expect(tied).toMatchObject({ home_team: 'B', away_team: 'X' });
  const [early, late] = ['2026-07-14T00:00Z', '2026-07-14T19:00:00Z'] as const;
  const starts = (...times: string[]) =>
    eventOf(...times.map((event_start_time) => row({ event_start_time })))?.start_time;
  expect([starts(early, late, late), starts(late, early)]).toEqual([late, early]);
});

it('takes an event for live if most of its rows are', () => {
  const live = row({ is_live: 'True' });
  expect(read(HEADER, row(), live, live).event('e')?.is_live).toBe(true);
});

it.each([
  [
    'a column is missing',
    [HEADER.replace(',league', ''), row()],
    'Line 1: the column "league" is missing',
  ],
  [
    'a price is not a number',
    [HEADER, row(), row({ odds_american: 'EVEN' })],
    'Line 3: the column "odds_american" has to be a number',
  ],
  ['a price is empty', [HEADER, row({ odds_american: '' })], 'Line 2: the column "odds_american"'],
  ['a line is not a number', [HEADER, row({ line: 'pk' })], 'Line 2: the column "line"'],
  [
    'a flag is neither true nor false',
    [HEADER, row({ is_live: 'maybe' })],
    'Line 2: the column "is_live"',
  ],
  ['a row is too short', [HEADER, row(), '1,fanduel'], 'Line 3'],
  ['there are no rows', [HEADER], 'Line 1: no row'],
  ['the file is empty', [''], 'Line 1'],
])('is refused with the file, line and column if %s', (_case, lines, message) => {
  expect(() => read(...lines)).toThrow(message);
  expect(() => read(...lines)).toThrow('board.csv');
});
