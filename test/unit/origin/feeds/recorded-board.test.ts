import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const RECORDED = new URL('../../../../../shared/data/worldcup-2026-odds.csv', import.meta.url);
const HEADER =
  'id,sportsbook,event_id,sport,league,home_team,away_team,market_type,selection,selection_type,' +
  'odds_american,odds_decimal,odds_probability,line,event_start_time,is_live,timestamp';

interface FileRow {
  event_id: string;
  odds_american: string;
  odds_decimal: string;
  odds_probability: string;
  line: string;
  timestamp: string;
}

interface Cells {
  id?: string;
  event?: string;
  home?: string;
  away?: string;
  american?: string;
  line?: string;
  start?: string;
  live?: string;
}

function row(cells: Cells = {}): string {
  const { id = '1', event = 'e', home = 'Home', away = 'Away', american = '-110' } = cells;
  const { line = '', start = '2026-07-14T19:00Z', live = 'False' } = cells;
  const fixed = `moneyline,${home},home,${american},1.909,0.5238,${line},${start},${live}`;
  return `${id},fanduel,${event},soccer,cup,${home},${away},${fixed},2026-07-13T01:45:33.468979719Z`;
}

const folder = mkdtempSync(join(tmpdir(), 'recorded-board-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(...lines: string[]) {
  const path = join(folder, 'board.csv');
  writeFileSync(path, lines.join('\n'));
  return readRecordedBoard(path, new ManualClock()).board;
}

describe('a recorded board', () => {
  it('keeps rows that share an id apart, with the id unchanged', () => {
    const rows = [
      ...read(
        HEADER,
        row({ id: '3530474387669659648' }),
        row({ id: '3530474387669659648', american: '212' }),
      ).rows(),
    ];
    expect(rows.map(({ odds }) => [odds.id, odds.odds_american])).toEqual([
      ['3530474387669659648', -110],
      ['3530474387669659648', 212],
    ]);
    expect(new Set(rows.map(({ ref }) => ref)).size).toBe(2);
  });

  it('reads an empty line as null, an empty team as empty, and True as live', () => {
    const [first] = read(HEADER, row({ home: '', live: 'True' })).rows();
    expect(first?.odds).toMatchObject({ line: null, home_team: '', is_live: true });
  });

  it('gives an event the teams of most rows, and of the first rows on a tie', () => {
    const most = read(HEADER, row({ home: 'A' }), row({ home: 'B' }), row({ home: 'B' }));
    expect(most.event('e')).toMatchObject({ home_team: 'B', away_team: 'Away' });
    const equal = read(HEADER, row({ home: 'B', away: 'X' }), row({ home: 'A', away: 'Y' }));
    expect(equal.event('e')).toMatchObject({ home_team: 'B', away_team: 'X' });
    expect([...equal.rows()].map(({ odds }) => odds.home_team)).toEqual(['B', 'A']);
  });

  it('gives an event the start of most rows, and the earliest on a tie', () => {
    const late = row({ start: '2026-07-14T19:00:00Z' });
    const early = row({ start: '2026-07-14T00:00Z' });
    expect(read(HEADER, early, late, late).event('e')?.start_time).toBe('2026-07-14T19:00:00Z');
    expect(read(HEADER, late, early).event('e')?.start_time).toBe('2026-07-14T00:00Z');
  });

  it('sets no timer', () => {
    const clock = new ManualClock();
    const path = join(folder, 'still.csv');
    writeFileSync(path, [HEADER, row()].join('\n'));
    readRecordedBoard(path, clock);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['a column is missing', [HEADER.replace(',league', ''), row()], /line 1, column league/],
    [
      'a price is not a number',
      [HEADER, row(), row({ american: 'EVEN' })],
      /line 3, column odds_american: expected a number, got "EVEN"/,
    ],
    ['a price is empty', [HEADER, row({ american: '' })], /line 2, column odds_american/],
    ['a line is not a number', [HEADER, row({ line: 'pk' })], /line 2, column line/],
    [
      'a flag is neither true nor false',
      [HEADER, row({ live: 'maybe' })],
      /line 2, column is_live/,
    ],
    ['a row is too short', [HEADER, row(), '1,fanduel'], /line 3/],
    ['there are no rows', [HEADER], /line 1, .*at least one row/],
    ['the file is empty', [''], /line 1/],
  ])('is refused with the file, line and column if %s', (_case, lines, message) => {
    expect(() => read(...lines)).toThrow(message);
    expect(() => read(...lines)).toThrow(/board\.csv/);
  });
});

describe.skipIf(!existsSync(RECORDED))(`the board recorded in ${RECORDED.pathname}`, () => {
  it('is on the board row by row as in the file', () => {
    const { board } = readRecordedBoard(RECORDED.pathname, new ManualClock());
    const inFile: FileRow[] = parse(readFileSync(RECORDED), { columns: true });
    const onBoard = Array.from(board.rows(), ({ odds }) => ({
      ...odds,
      odds_american: String(odds.odds_american),
      odds_decimal: String(odds.odds_decimal),
      odds_probability: String(odds.odds_probability),
      line: odds.line === null ? '' : String(odds.line),
      is_live: odds.is_live ? 'True' : 'False',
    }));
    const numberAsRead = (cell: string) => (cell === '' ? '' : String(Number(cell)));
    const expected = inFile.map(({ timestamp, ...cells }) => ({
      ...cells,
      odds_american: numberAsRead(cells.odds_american),
      odds_decimal: numberAsRead(cells.odds_decimal),
      odds_probability: numberAsRead(cells.odds_probability),
      line: numberAsRead(cells.line),
      last_seen_at: timestamp,
    }));
    expect(onBoard).toEqual(expected);
    expect(new Set(inFile.map((cells) => cells.event_id)).size).toBe([...board.events()].length);
    expect(onBoard.length - new Set(onBoard.map(({ id }) => id)).size).toBe(16);
  });
});
