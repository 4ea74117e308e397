import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { PriceFeed } from '../../../../src/origin/feeds/price-feed.ts';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { LEAGUES } from '../../../../src/origin/feeds/simulation/events/leagues.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import type { AppliedChange } from '../../../../src/origin/origin-board.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import {
  BOARD_STATISTICS,
  bestHold,
  completeMarkets,
  GAME_STATISTICS,
  holdsByBook,
  marqueeGames,
  mean,
  median,
} from './board-statistics.ts';

const RECORDED = new URL('../../../../../shared/data/worldcup-2026-odds.csv', import.meta.url);

const SIMULATED = [1, 2, 3].map((seed) => ({
  seed,
  odds: oddsOf(startSimulation({ clock: new ManualClock(), seed })),
}));

/** The bounds of each statistic's mean over the marquee games of a board. */
const GAME_BANDS: Readonly<Record<string, readonly [number, number]>> = {
  prices: [2200, 3100],
  'market types': [80, 95],
  books: [15, 32],
  'books per market type': [2.5, 4.2],
  'selection types': [35, 100],
  'share of player props': [0.32, 0.45],
  'share of player props with an under': [0.04, 0.08],
  'yes and no prices': [30, 100],
  'market types with yes and no': [5, 16],
  'share of period markets': [0.15, 0.28],
  'share of selections without an opposite': [0.15, 0.3],
  'lines of a main market': [7, 12],
  'median lines of a score market': [3, 5],
  'median hold at one book': [0.04, 0.08],
};

const BOARD_BANDS: Readonly<Record<string, readonly [number, number]>> = {
  'events without a second team': [20, 250],
  'events without any team': [20, 250],
  'market types of outrights': [3, 3],
  'shortest id': [10, 16],
  'longest id': [19, 19],
};

function expectShape(odds: readonly Odds[]): void {
  const games = marqueeGames(odds);
  expect(games.length).toBeGreaterThan(0);
  for (const [name, statistic] of Object.entries(GAME_STATISTICS)) {
    expectWithin(name, mean(games.map(statistic)), GAME_BANDS[name]);
  }
  for (const [name, statistic] of Object.entries(BOARD_STATISTICS)) {
    expectWithin(name, statistic(odds), BOARD_BANDS[name]);
  }
}

function expectWithin(name: string, value: number, band: readonly [number, number] = [1, 0]): void {
  expect(value, name).toBeGreaterThanOrEqual(band[0]);
  expect(value, name).toBeLessThanOrEqual(band[1]);
}

function oddsOf(feed: PriceFeed): Odds[] {
  return Array.from(feed.board.rows(), ({ odds }) => odds);
}

describe('the shape of a board', () => {
  it.skipIf(!existsSync(RECORDED))(`is within the bounds for ${RECORDED.pathname}`, () => {
    expectShape(oddsOf(readRecordedBoard(RECORDED.pathname, new ManualClock())));
  });

  it.each(SIMULATED)('is within the bounds for the simulation with seed $seed', ({ odds }) => {
    expectShape(odds);
  });

  it.each(SIMULATED)('has about 80,000 prices with seed $seed', ({ odds }) => {
    expectWithin('prices', odds.length, [65_000, 95_000]);
  });

  it.each(SIMULATED)('has marquee games only in large leagues with seed $seed', ({ odds }) => {
    const large = new Set(LEAGUES.flatMap(({ id, isLarge }) => (isLarge ? [id] : [])));
    const games = marqueeGames(odds);
    expectWithin('large games', games.length, [6, 16]);
    for (const [game] of games) expect(large).toContain(game?.league);
  });
});

describe('simulated prices', () => {
  const odds = SIMULATED[0]?.odds ?? [];

  it('pay less for an over at a lower line of the same book and subject', () => {
    const keyOf = ({ event_id, sportsbook, market_type, selection, selection_type }: Odds) =>
      JSON.stringify([event_id, sportsbook, market_type, selection, selection_type]);
    // Combined selections are left out: their line belongs to only one of two conditions.
    const overs = odds.filter(
      ({ selection_type, market_type }) =>
        /over$/.test(selection_type) && !market_type.startsWith('match_result_'),
    );
    let compared = 0;
    for (const ladder of Map.groupBy(overs, keyOf).values()) {
      const sorted = ladder.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
      for (const [index, price] of sorted.entries()) {
        const lower = sorted[index - 1];
        if (lower === undefined) continue;
        compared++;
        if (lower.odds_decimal > price.odds_decimal) {
          expect.fail(`${JSON.stringify(lower)} pays more than ${JSON.stringify(price)}`);
        }
      }
    }
    expect(compared).toBeGreaterThan(5000);
  });

  it('leave the book a margin over all sides of a market', () => {
    for (const market of completeMarkets(odds)) {
      for (const hold of holdsByBook(market).values()) {
        if (hold <= 0 || hold > 0.25) expect.fail(`${market.key}: ${hold}`);
      }
    }
  });

  it('offer each pair of results as a double chance, and two of the three win', () => {
    const prices = odds.filter(({ market_type }) => market_type === 'double_chance');
    const markets = Map.groupBy(prices, (price) => `${price.event_id} ${price.sportsbook}`);
    const complete = [...markets.values()].filter(({ length }) => length === 3);
    expect(complete.length).toBeGreaterThan(10);
    for (const market of complete) {
      const types = market.map(({ selection_type }) => selection_type);
      expect(types.sort()).toEqual(['away_draw', 'home_away', 'home_draw']);
      const sum = market.reduce((total, price) => total + (price.odds_probability ?? 0), 0);
      expect(sum).toBeGreaterThan(2);
      expect(sum).toBeLessThan(2.3);
    }
  });
});

describe('the simulation over ten minutes', () => {
  const MINUTES = 10;
  const clock = new ManualClock();
  const feed = startSimulation({ clock, seed: 2 });
  /** Pregame prices that changed, by event and time. */
  const changes = new Map<string, Map<number, Set<string>>>();
  const changed = { before: 0, inPlay: 0 };
  const arbitrages: number[] = [];

  function follow({ at, upserts, replaced }: AppliedChange): void {
    for (const [index, { odds }] of upserts.entries()) {
      const before = replaced[index]?.odds;
      if (before === undefined || before.odds_american === odds.odds_american) continue;
      changed[odds.is_live ? 'inPlay' : 'before']++;
      if (odds.is_live || odds.away_team === '') continue;
      const game = changes.get(odds.event_id) ?? new Map<number, Set<string>>();
      changes.set(odds.event_id, game.set(at, (game.get(at) ?? new Set()).add(odds.id)));
    }
  }

  beforeAll(() => {
    feed.board.onChange(follow);
    for (let minute = 0; minute < MINUTES; minute++) {
      clock.advance(60_000);
      arbitrages.push(
        completeMarkets(oddsOf(feed)).filter((market) => bestHold(market) < 0).length,
      );
    }
    feed.stop();
  }, 120_000);

  it('changes about a tenth of the pregame prices a minute, and live prices several times', () => {
    const odds = oddsOf(feed);
    const inPlay = odds.filter(({ is_live }) => is_live).length;
    const perPrice = (count: number, prices: number) => count / prices / MINUTES;
    expectWithin('before', perPrice(changed.before, odds.length - inPlay), [0.05, 0.15]);
    expectWithin('in play', perPrice(changed.inPlay, inPlay), [1, 6]);
  });

  it('changes the pregame prices of a game in bursts', () => {
    const shares = Array.from(changes.values(), (seconds) => {
      const minutes = new Map<number, number>();
      for (const [at, ids] of seconds) {
        const minute = Math.floor(at / 60_000);
        minutes.set(minute, (minutes.get(minute) ?? 0) + ids.size);
      }
      const counts = [...minutes.values()].sort((one, other) => other - one);
      const sum = counts.reduce((total, count) => total + count, 0);
      return { sum, inBursts: (counts[0] ?? 0) + (counts[1] ?? 0) + (counts[2] ?? 0) };
    });
    const all = shares.reduce((total, { sum }) => total + sum, 0);
    const inBursts = shares.reduce((total, share) => total + share.inBursts, 0);
    expect(inBursts / all).toBeGreaterThan(0.8);
  });

  it('lets news reach the books one after another', () => {
    const largest = [...changes.values()].flatMap((seconds) => [...seconds.values()]);
    const board = new Map(oddsOf(feed).map((odds) => [odds.id, odds.sportsbook]));
    const books = largest.map((ids) => new Set([...ids].map((id) => board.get(id))).size);
    expect(median(books)).toBeLessThanOrEqual(3);
  });

  it('has larger margins in play than before the game', () => {
    const [inPlay, before] = [true, false].map((isLive) => {
      // Only even markets: the hold shrinks as a market gets more lopsided.
      const even = oddsOf(feed).filter(
        ({ market_type, is_live, odds_decimal }) =>
          /^(moneyline|total_(points|goals|runs|games))$/.test(market_type) &&
          is_live === isLive &&
          odds_decimal > 1.6 &&
          odds_decimal < 2.5,
      );
      return median(completeMarkets(even).flatMap((market) => [...holdsByBook(market).values()]));
    });
    expect((inPlay ?? 0) / (before ?? 1)).toBeGreaterThan(1.3);
    expect((inPlay ?? 0) / (before ?? 1)).toBeLessThan(2);
  });

  it('has fewer than ten arbitrages on the board most of the time', () => {
    expect(median(arbitrages)).toBeLessThan(10);
    expect(Math.max(...arbitrages)).toBeGreaterThan(0);
  });
});
