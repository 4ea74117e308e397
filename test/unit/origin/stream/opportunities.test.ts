import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import type { BoardRow } from '../../../../src/origin/origin-board.ts';
import type { SseReader } from '../../../harness/clients/sse-reader.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { event, HandMadeFeed, price, type RunningOrigin, runOrigin } from '../hand-made-feed.ts';
import { openStream } from './open-stream.ts';

const GAME = event({
  sport: 'basketball',
  league: 'nba',
  home_team: 'Lakers',
  away_team: 'Celtics',
});

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;
let nextId = 1;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

/** A decimal price on a side of the moneyline, or of the spread if there is a line. */
function bet(book: string, side: 'home' | 'away', decimal: number, line: number | null = null) {
  const american = decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1);
  return price({
    id: `${nextId++}`,
    sportsbook: book,
    sport: 'basketball',
    league: 'nba',
    home_team: 'Lakers',
    away_team: 'Celtics',
    market_type: line === null ? 'moneyline' : 'point_spread',
    selection: side === 'home' ? 'Lakers' : 'Celtics',
    selection_type: side,
    line,
    odds_american: Math.round(american),
    odds_decimal: decimal,
    odds_probability: 1 / decimal,
  });
}

const offer = (...prices: Odds[]): BoardRow[] => feed.offer(prices, [GAME]);

/** Prices of a third book, which are never the best ones. */
const ordinary = () => [bet('caesars', 'home', 1.87), bet('caesars', 'away', 1.87)];

function reprice(row: BoardRow | undefined, decimal: number): void {
  if (row === undefined) throw new Error('The row is missing.');
  feed.change(row, { odds_decimal: decimal, odds_probability: 1 / decimal });
}

/** An arbitrage of 5 % between two books. */
const arbitrage = (first = 'draftkings', second = 'fanduel') =>
  offer(
    bet(first, 'home', 2.1),
    bet(first, 'away', 1.7),
    bet(second, 'home', 1.7),
    bet(second, 'away', 2.1),
    ...ordinary(),
  );

async function ready(path: string, tier: Tier = 'enterprise'): Promise<SseReader> {
  const stream = await openStream(origin, path, tier);
  await stream.until('snapshot:complete');
  return stream;
}

async function untilHeartbeat(stream: SseReader): Promise<string[]> {
  clock.advance(30_000);
  const kinds: string[] = [];
  for (let { kind } = await stream.next(); kind !== 'heartbeat'; { kind } = await stream.next()) {
    kinds.push(kind);
  }
  return kinds;
}

test('sends an opportunity when it reaches the threshold, and expires it when it falls below', async () => {
  const [row] = offer(
    bet('draftkings', 'home', 2.01),
    bet('draftkings', 'away', 1.7),
    bet('fanduel', 'home', 1.7),
    bet('fanduel', 'away', 2),
    ...ordinary(),
  );
  const stream = await ready('/stream?min_profit=2');
  expect(stream.all('arb:detected')).toEqual([]);
  reprice(row, 2.2);
  const [found] = await stream.until('arb:detected');
  reprice(row, 2.01);
  expect(await stream.until('arb:expired')).toMatchObject({ expired: [found?.id] });
  feed.withdraw(row === undefined ? [] : [row]);
  expect(await untilHeartbeat(stream)).not.toContain('arb:expired');
});

test.each(['sport=soccer', 'league=wnba', 'event=other', 'market=total', 'sportsbook=draftkings'])(
  'sends neither detection nor expiry of opportunities outside the filter %s',
  async (query) => {
    const rows = arbitrage();
    const stream = await ready(`/stream?min_ev=0&min_profit=0&${query}`);
    reprice(rows[0], 2.3);
    feed.withdraw(rows);
    await untilHeartbeat(stream);
    expect(stream.all('arb:detected')).toEqual([]);
    expect(stream.all('arb:expired')).toEqual([]);
  },
);

test('sends every change of a price, however small', async () => {
  offer(bet('pinnacle', 'home', 1.95), bet('pinnacle', 'away', 1.95));
  const [row] = offer(bet('fanduel', 'home', 2.1), bet('fanduel', 'away', 1.7));
  const stream = await ready('/stream', 'sharp');
  reprice(row, 2.101);
  expect(await stream.until('ev:detected')).toMatchObject([{ odds_decimal: 2.101 }]);
});

test('sends and expires an EV that drifts across the threshold, however little', async () => {
  const [, away] = offer(bet('pinnacle', 'home', 1.95), bet('pinnacle', 'away', 1.95));
  offer(bet('fanduel', 'home', 2.041), bet('fanduel', 'away', 1.7));
  const stream = await ready('/stream?min_ev=2', 'sharp');
  const [found] = stream.all('ev:detected').flat();
  expect(found?.ev_percentage).toBe(2.05);
  reprice(away, 1.945);
  expect(await stream.until('ev:expired')).toMatchObject({ expired: [found?.id] });
  reprice(away, 1.95);
  expect(await stream.until('ev:detected')).toMatchObject([{ id: found?.id }]);
});
