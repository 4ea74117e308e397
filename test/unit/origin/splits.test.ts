import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { SplitsHistory, SplitsPage } from '../../../src/contract/routes/splits.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { price } from '../../harness/feeds/hand-made-feed.ts';
import { originForEachTest } from './running-origin.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Both sides of a market at a line, with the share of the bets on the first. */
function sides(types: readonly [string, string], share: number, its: Partial<Odds> = {}) {
  return types.map((selection_type, index) => {
    const line = its.line && selection_type === 'away' ? -its.line : its.line;
    const public_bet_pct = index === 0 ? share : 1 - share;
    return price({ ...its, ...(line != null && { line }), selection_type, public_bet_pct });
  });
}

const MAIN_MARKETS = [
  ...sides(['home', 'away'], 0.75),
  ...sides(['home', 'away'], 0.625, { market_type: 'point_spread', line: -1.5 }),
  ...sides(['over', 'under'], 0.875, { market_type: 'total_goals', line: 2.5 }),
];

const made = originForEachTest(MAIN_MARKETS);

const current = (tier: Tier = 'enterprise') =>
  made.origin.api.read(SplitsPage, '/splits', { tier });
const history = async (tier: Tier = 'enterprise') =>
  (await made.origin.api.read(SplitsHistory, '/splits/history?event_id=game&limit=200', { tier }))
    .meta;

test('bets are the ticket shares of the board, in the fields of the contract', async () => {
  expect((await current()).data).toMatchObject([
    {
      sportsbook: 'draftkings',
      spread: { home_odds: -1.5, away_odds: 1.5, bets_pct: { home: 0.625, away: 0.375 } },
      total: { line: 2.5, bets_pct: { over: 0.875, under: 0.125 } },
      moneyline: { home_odds: 100, away_odds: 100, bets_pct: { home: 0.75, away: 0.25 } },
    },
  ]);
});

test('handle leans less to the side of most bets than these do', async () => {
  const { handle_pct: handle } = (await current()).data[0]?.moneyline ?? {};
  expect(handle).toEqual({ home: 0.65, away: 0.35 });
});

test('splits are collected every five minutes, kept for 48 hours, and reach the free tier 60 seconds later', async () => {
  made.clock.advance(5 * MINUTE - 1);
  expect((await history()).total).toBe(1);
  made.clock.advance(1);
  expect((await history()).total).toBe(2);
  const before = await current('free');
  expect((await history('free')).total).toBe(1);
  made.clock.advance(MINUTE);
  const after = await current('free');
  expect(Date.parse(after.updated_at) - Date.parse(before.updated_at)).toBe(5 * MINUTE);
  expect((await history('free')).total).toBe(2);
  made.clock.advance(50 * HOUR - MINUTE);
  const { total, oldest } = await history();
  expect(total).toBe((48 * HOUR) / (5 * MINUTE) + 1);
  expect(Date.parse(oldest ?? '')).toBe(made.clock.now() - 48 * HOUR);
});

test('a board without ticket shares has no splits', async () => {
  made.feed.withdraw([...made.feed.board.rows()]);
  made.feed.offer(MAIN_MARKETS.map(({ public_bet_pct: _, ...odds }) => odds));
  made.clock.advance(5 * MINUTE);
  expect((await current()).data).toEqual([]);
});
