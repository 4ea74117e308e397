import { afterEach, beforeEach, expect, test } from 'vitest';
import { SplitsHistory, SplitsPage } from '../../../src/contract/routes/splits.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { HandMadeFeed, price, type RunningOrigin, runOrigin } from './hand-made-feed.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  feed.offer(mainMarkets());
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

function mainMarkets() {
  return [
    price({ id: '1', selection_type: 'home', public_bet_pct: 0.7 }),
    price({ id: '2', selection_type: 'away', public_bet_pct: 0.3 }),
    price({
      id: '3',
      selection_type: 'home',
      market_type: 'point_spread',
      line: -1.5,
      public_bet_pct: 0.6,
    }),
    price({
      id: '4',
      selection_type: 'away',
      market_type: 'point_spread',
      line: 1.5,
      public_bet_pct: 0.4,
    }),
    price({
      id: '5',
      selection_type: 'over',
      market_type: 'total_goals',
      line: 2.5,
      public_bet_pct: 0.8,
    }),
    price({
      id: '6',
      selection_type: 'under',
      market_type: 'total_goals',
      line: 2.5,
      public_bet_pct: 0.2,
    }),
  ];
}

async function history(tier: Tier = 'enterprise') {
  const path = '/splits/history?event_id=game&limit=200';
  return origin.api.read(SplitsHistory, path, { tier });
}

test('bets are the ticket shares of the board, in the fields of the contract', async () => {
  const { data } = await origin.api.read(SplitsPage, '/splits');
  expect(data).toMatchObject([
    {
      sportsbook: 'draftkings',
      spread: { home_odds: -1.5, away_odds: 1.5, bets_pct: { home: 0.6, away: 0.4 } },
      total: { line: 2.5, bets_pct: { over: 0.8, under: 0.2 } },
      moneyline: { home_odds: 100, away_odds: 100, bets_pct: { home: 0.7, away: 0.3 } },
    },
  ]);
});

test('handle leans towards the side that the sharp book rates higher', async () => {
  feed.offer([
    price({ id: '7', sportsbook: 'pinnacle', selection_type: 'home', odds_decimal: 2.2 }),
    price({ id: '8', sportsbook: 'pinnacle', selection_type: 'away', odds_decimal: 1.75 }),
  ]);
  clock.advance(5 * MINUTE);
  const { data } = await origin.api.read(SplitsPage, '/splits');
  const { handle_pct: handle, bets_pct: bets } = data[0]?.moneyline ?? {};
  expect(bets).toEqual({ home: 0.7, away: 0.3 });
  expect(handle?.away).toBeGreaterThan(0.5);
  expect((handle?.away ?? 0) + (handle?.home ?? 0)).toBeCloseTo(1, 2);
});

test('splits are collected every five minutes', async () => {
  clock.advance(5 * MINUTE - 1);
  expect((await history()).meta.total).toBe(1);
  clock.advance(1);
  expect((await history()).meta.total).toBe(2);
});

test('the free tier sees new splits after 60 seconds', async () => {
  clock.advance(5 * MINUTE);
  const before = await origin.api.read(SplitsPage, '/splits', { tier: 'free' });
  expect((await history('free')).meta.total).toBe(1);
  clock.advance(MINUTE);
  const after = await origin.api.read(SplitsPage, '/splits', { tier: 'free' });
  expect(Date.parse(after.updated_at) - Date.parse(before.updated_at)).toBe(5 * MINUTE);
  expect((await history('free')).meta.total).toBe(2);
});

test('the history goes back 48 hours', async () => {
  clock.advance(50 * HOUR);
  const { meta } = await history();
  expect(meta.total).toBe((48 * HOUR) / (5 * MINUTE) + 1);
  expect(Date.parse(meta.oldest ?? '')).toBe(clock.now() - 48 * HOUR);
});

test('a board without ticket shares has no splits', async () => {
  feed.withdraw([...feed.board.rows()]);
  feed.offer(mainMarkets().map(({ public_bet_pct: _, ...odds }) => odds));
  clock.advance(5 * MINUTE);
  const { data } = await origin.api.read(SplitsPage, '/splits');
  expect(data).toEqual([]);
});
