/**
 * Measures a large account's board of 100,000 prices: its memory, and the time to complete the first
 * snapshot, to apply 10,000 changes, and to complete a snapshot after a reconnect with few changes. The
 * run fails if the board takes 100 MB or more, or if the changes take half a second.
 * Run: `node test/bench/board.ts`
 */
import type { Odds } from '../../src/contract/odds/odds.ts';
import { STREAM_CHUNK_ITEMS } from '../../src/contract/stream.ts';
import { OddsBoard } from '../../src/live/board/odds-board.ts';
import { frames } from '../harness/feeds/frames.ts';
import { collectGarbage } from '../harness/node/collect-garbage.ts';

const PRICES = 100_000;
const DELTAS = 10_000;
const HEAP_MAX_BYTES = 100e6;
const DELTAS_MAX_MS = 500;

/** Parsed separately, as from the wire, so that no two rows share strings. */
function rows(from: number, count: number): Odds[] {
  const texts = Array.from({ length: count }, (_, i) => JSON.stringify(row(from + i)));
  return JSON.parse(`[${texts}]`);
}

function row(i: number): Odds {
  const event = Math.floor(i / 200);
  return {
    id: String(7_000_000_000_000_000 + i),
    sportsbook: `sportsbook_${i % 30}`,
    event_id: `basketball_nba_home_team_${event}_away_team_${event}_20261122`,
    sport: 'basketball',
    league: 'nba',
    home_team: `Home Team ${event}`,
    away_team: `Away Team ${event}`,
    market_type: i % 3 === 0 ? 'moneyline' : 'player_points',
    selection: `Player ${i % 1_000}`,
    selection_type: i % 2 === 0 ? 'over' : 'under',
    odds_american: -110,
    odds_decimal: 1.909,
    odds_probability: 0.5238,
    line: (i % 60) / 2,
    event_start_time: '2026-11-22T00:00:00Z',
    last_seen_at: '2026-11-21T18:00:00.123Z',
    odds_changed_at: '2026-11-21T17:59:00.123Z',
    is_live: false,
    player_name: `Player ${i % 1_000}`,
    stat_category: 'points',
  };
}

/** Loads a snapshot. Returns how long its completion blocks, in milliseconds. */
function load(board: OddsBoard): number {
  board.applyFrame(frames.connected());
  for (let offset = 0; offset < PRICES; offset += STREAM_CHUNK_ITEMS) {
    const odds = rows(offset, STREAM_CHUNK_ITEMS);
    board.applyFrame(frames.snapshot(odds, offset, PRICES));
  }
  return timed(() => board.applyFrame(frames.complete([])));
}

function change(board: OddsBoard, count: number): void {
  const odds = Array.from({ length: count }, (_, i) => ({
    id: row(i * Math.floor(PRICES / count)).id,
    odds_american: 120,
    odds_decimal: 2.2,
    odds_probability: 0.4545,
    line: 9.5,
    is_live: true,
    odds_changed_at: '2026-11-21T18:00:01.456Z',
  }));
  board.applyFrame(frames.update(odds));
}

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

let changes = 0;
const before = heapBytes();
const board = new OddsBoard();
board.onChange(() => {
  changes += 1;
});
const loadMs = load(board);
const loaded = heapBytes() - before;
const deltasMs = timed(() => change(board, DELTAS));
const changed = heapBytes() - before;
const changeCount = changes;
const reconnectMs = load(board);
const reconnected = heapBytes() - before;

report(`${PRICES} prices hold ${megabytes(loaded)}; ${Math.round(loaded / PRICES)} bytes each`);
report(
  `after ${DELTAS} changes ${megabytes(changed)}, after a reconnect ${megabytes(reconnected)}`,
);
report(
  `a first snapshot is completed in ${Math.round(loadMs)} ms, one after a reconnect in ${Math.round(reconnectMs)} ms`,
);
report(`${DELTAS} changes are applied in ${deltasMs.toFixed(1)} ms`);
const heap = Math.max(loaded, changed, reconnected);
if (changeCount !== PRICES + DELTAS || heap >= HEAP_MAX_BYTES || deltasMs >= DELTAS_MAX_MS) {
  process.exitCode = 1;
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
