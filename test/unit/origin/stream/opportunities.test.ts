import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds.ts';
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

/** A decimal price on a side of the game; a line makes it a spread. */
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

/** Prices of a third book, which are the best of nothing: what two books differ in is worth more. */
const ordinary = () => [bet('caesars', 'home', 1.87), bet('caesars', 'away', 1.87)];

function reprice(row: BoardRow | undefined, decimal: number): void {
  if (row === undefined) throw new Error('There is no such row.');
  feed.change(row, { odds_decimal: decimal, odds_probability: 1 / decimal });
}

/** An arbitrage of 5 % between two books, and no value for either of them alone. */
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

test('what is open comes between the empty snapshot and its completion', async () => {
  arbitrage();
  const stream = await ready('/stream/opportunities');
  const kinds = stream.events.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['connected', 'snapshot']);
  expect(kinds.slice(2, -1)).toContain('arb:detected');
  expect(kinds.at(-1)).toBe('snapshot:complete');
});

test('the stream of everything opens with prices, then opportunities', async () => {
  arbitrage();
  const stream = await ready('/stream?channel=all');
  const kinds = stream.events.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['connected', 'snapshot']);
  expect(kinds).toContain('arb:detected');
  expect(stream.all('snapshot')).toMatchObject([{ total: 6 }]);
  expect(stream.all('snapshot:complete')).toMatchObject([{ total_odds: 6 }]);
});

test('an arbitrage is told when it comes and when it goes', async () => {
  const stream = await ready('/stream');
  const rows = arbitrage();
  const [found] = await stream.until('arb:detected');
  expect(found).toMatchObject({ event_id: 'game', sport: 'basketball', market_type: 'moneyline' });
  expect(found?.profit_percent).toBeCloseTo(5, 1);
  feed.withdraw(rows.slice(0, 1));
  expect(await stream.until('arb:expired')).toEqual({
    expired: [found?.id],
    timestamp: '2026-11-21T18:00:00.000Z',
  });
});

test('a bet of value is told when it comes and when it goes', async () => {
  const stream = await ready('/stream', 'sharp');
  offer(bet('pinnacle', 'home', 1.95), bet('pinnacle', 'away', 1.95));
  const [row] = offer(bet('fanduel', 'home', 2.1), bet('fanduel', 'away', 1.7));
  const [found] = await stream.until('ev:detected');
  expect(found).toMatchObject({ game_id: 'game', sportsbook: 'fanduel', market: 'moneyline' });
  expect(found?.ev_percentage).toBeCloseTo(5, 0);
  reprice(row, 1.8);
  expect(await stream.until('ev:expired')).toMatchObject({ expired: [found?.id] });
});

test('a middle is told when it comes and when it goes, without a time', async () => {
  const stream = await ready('/stream');
  const rows = offer(
    bet('pinnacle', 'home', 1.75, -3.5),
    bet('pinnacle', 'away', 2.2, 3.5),
    bet('pinnacle', 'home', 2.2, -6.5),
    bet('pinnacle', 'away', 1.75, 6.5),
    bet('draftkings', 'home', 1.95, -3.5),
    bet('fanduel', 'away', 1.95, 6.5),
  );
  const [found] = await stream.until('middles:detected');
  expect(found).toMatchObject({ middle_numbers: [4, 5, 6] });
  feed.withdraw(rows);
  expect(await stream.until('middles:expired')).toEqual({ expired: [found?.id] });
});

test('a low hold is told when it comes and when it goes, whatever min_profit is', async () => {
  const stream = await ready('/stream?min_profit=50');
  const rows = offer(
    bet('draftkings', 'home', 1.98),
    bet('draftkings', 'away', 1.8),
    bet('fanduel', 'home', 1.8),
    bet('fanduel', 'away', 1.98),
    ...ordinary(),
  );
  const [found] = await stream.until('low_hold:detected');
  expect(found?.hold_percentage).toBeCloseTo(1, 1);
  feed.withdraw(rows);
  expect(await stream.until('low_hold:expired')).toEqual({ expired: [found?.id] });
});

test('min_profit holds back arbitrages that profit less, by default half a percent', async () => {
  offer(
    bet('draftkings', 'home', 2.006),
    bet('draftkings', 'away', 1.8),
    bet('fanduel', 'home', 1.8),
    bet('fanduel', 'away', 2),
    ...ordinary(),
  );
  const counts = await Promise.all(
    ['/stream', '/stream?min_profit=0', '/stream?min_profit=0.1', '/stream?min_profit=0.2'].map(
      async (path) => (await ready(path)).all('arb:detected').length,
    ),
  );
  expect(counts).toEqual([0, 1, 1, 0]);
});

test('min_ev holds back bets of less value, by default two percent', async () => {
  offer(bet('pinnacle', 'home', 1.95), bet('pinnacle', 'away', 1.95));
  offer(bet('fanduel', 'home', 2.02), bet('fanduel', 'away', 1.7));
  const counts = await Promise.all(
    ['/stream', '/stream?min_ev=0.5', '/stream?min_ev=1.5'].map(
      async (path) => (await ready(path)).all('ev:detected').length,
    ),
  );
  expect(counts).toEqual([0, 1, 0]);
});

test('an opportunity is told when it rises to the threshold, and expires when it falls', async () => {
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
  'nothing passes the filter %s that it does not fit, and its end is not told',
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

test.each([
  'sport=basketball',
  'league=nba',
  'event=game',
  'market=main',
  'sportsbook=draftkings,fanduel',
])('what fits the filter %s is told', async (query) => {
  arbitrage();
  const stream = await ready(`/stream?${query}`);
  expect(stream.all('arb:detected')).toHaveLength(1);
});

test('what rests on a book above the tier is not told', async () => {
  arbitrage('draftkings', 'betonline');
  expect((await ready('/stream', 'pro')).all('arb:detected')).toEqual([]);
  expect((await ready('/stream', 'sharp')).all('arb:detected')).toHaveLength(1);
});

test('links are for the state that is asked for, at books where it matters', async () => {
  offer(
    bet('draftkings', 'home', 1.98),
    bet('draftkings', 'away', 1.8),
    bet('betmgm', 'home', 1.8),
    bet('betmgm', 'away', 1.98),
    ...ordinary(),
  );
  const stream = await ready('/stream?state=nj');
  const [found] = stream.all('low_hold:detected').flat();
  expect({ ...found?.side1.deep_links, ...found?.side2.deep_links }).toEqual({
    draftkings: 'https://sportsbook.draftkings.com/',
    betmgm: 'https://sports.betmgm.com/?state=nj',
  });
});

test('a value that drifts is told again once it passes a half percent', async () => {
  const [, away] = offer(bet('pinnacle', 'home', 1.95), bet('pinnacle', 'away', 1.95));
  offer(bet('fanduel', 'home', 2.105), bet('fanduel', 'away', 1.7));
  const stream = await ready('/stream', 'sharp');
  const values = () => stream.all('ev:detected').map(([ev]) => ev?.ev_percentage);
  expect(values()).toEqual([5.25]);
  for (const decimal of [1.948, 1.945, 1.952]) reprice(away, decimal);
  await untilHeartbeat(stream);
  expect(values()).toEqual([5.25]);
  reprice(away, 1.938);
  await untilHeartbeat(stream);
  expect(values()).toEqual([5.25, 4.9252]);
});

test('a price that changes is told, however little it is', async () => {
  offer(bet('pinnacle', 'home', 1.95), bet('pinnacle', 'away', 1.95));
  const [row] = offer(bet('fanduel', 'home', 2.1), bet('fanduel', 'away', 1.7));
  const stream = await ready('/stream', 'sharp');
  reprice(row, 2.101);
  expect(await stream.until('ev:detected')).toMatchObject([{ odds_decimal: 2.101 }]);
});

test('a value that drifts across the threshold is told, and expires, however little it drifts', async () => {
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
