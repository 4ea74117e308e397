import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BOOKS = ['draftkings', 'fanduel'] as const;
const COLUMNS =
  'id,sportsbook,event_id,sport,league,home_team,away_team,market_type,selection,selection_type,odds_american,odds_decimal,odds_probability,line,event_start_time,is_live,timestamp';

/** A recorded board of many events with four prices each, in a temporary file. */
export interface WideBoard {
  readonly path: string;
  remove(): void;
}

/**
 * Events are `event_0000` and so on. Each starts a minute (or `minutesApart`) after the one before, and pays a hundredth
 * more on the away team; a sportsbook that prices both sides keeps five percent.
 */
export function writeWideBoard(events: number, minutesApart = 1): WideBoard {
  const folder = mkdtempSync(join(tmpdir(), 'oddsgraph-'));
  const path = join(folder, 'board.csv');
  const lines = Array.from({ length: events }, (_, i) => rowsOf(i, minutesApart)).flat();
  writeFileSync(path, `${[COLUMNS, ...lines].join('\n')}\n`);
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

function rowsOf(i: number, minutesApart: number): string[] {
  const start = new Date(Date.UTC(2026, 10, 22) + i * minutesApart * 60_000).toISOString();
  const away = 2 + i / 100;
  const home = Math.round(1e4 / (1.05 - 1 / away)) / 1e4;
  return BOOKS.flatMap((book, b) =>
    (['home', 'away'] as const).map((side, s) =>
      [
        i * 4 + b * 2 + s + 1,
        book,
        `event_${String(i).padStart(4, '0')}`,
        'basketball',
        'nba',
        `Home ${i}`,
        `Away ${i}`,
        'moneyline',
        side === 'home' ? `Home ${i}` : `Away ${i}`,
        side,
        side === 'home' ? Math.round(-100 / (home - 1)) : 100 + i,
        side === 'home' ? home : away,
        0.5,
        '',
        start,
        'False',
        '2026-11-21T17:59:59Z',
      ].join(','),
    ),
  );
}
