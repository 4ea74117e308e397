import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { PriceFeed } from '../../../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import type { BoardChange, BoardRow } from '../../../../src/origin/origin-board.ts';
import { requiredTierOf, SPORTSBOOKS } from '../../../../src/origin/sportsbook-table.ts';
import type { Clock } from '../../../../src/scheduling/clock.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const MINUTES = 10;

function oddsOf(feed: PriceFeed): Odds[] {
  return Array.from(feed.board.rows(), ({ odds }) => odds);
}

function boardDigest(feed: PriceFeed): string {
  const hash = createHash('sha256');
  for (const event of feed.board.events()) hash.update(JSON.stringify(event));
  for (const row of feed.board.rows()) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

function expectFullBoard(feed: PriceFeed): void {
  const odds = oddsOf(feed);
  const games = [...feed.board.events()].filter(({ away_team }) => away_team !== '');
  const live = games.filter(({ is_live }) => is_live);
  expect(games.length).toBeGreaterThanOrEqual(120);
  expect(odds.length).toBeGreaterThanOrEqual(60_000);
  expect(odds.length).toBeLessThanOrEqual(100_000);
  expect(live.length / games.length).toBeGreaterThan(0.14);
  expect(live.length / games.length).toBeLessThan(0.28);
  expect(new Set(games.map(({ sport }) => sport))).toEqual(
    new Set(['basketball', 'football', 'baseball', 'hockey', 'soccer', 'tennis']),
  );
  expect(new Set(odds.map(({ sportsbook }) => sportsbook))).toEqual(
    new Set(SPORTSBOOKS.map(({ id }) => id)),
  );
}

function expectConsistentPrices(feed: PriceFeed): void {
  for (const odds of oddsOf(feed)) {
    const { odds_american: american, odds_decimal: decimal, odds_probability } = odds;
    const exact = american > 0 ? 1 + american / 100 : 1 + 100 / -american;
    const isConsistent =
      Number.isInteger(american) &&
      Math.abs(american) >= 100 &&
      Math.abs(decimal - exact) <= 0.00005 + 1e-9 &&
      Math.abs((odds_probability ?? 0) - 1 / decimal) <= 0.00005 + 1e-9;
    if (!isConsistent) expect.fail(`inconsistent price: ${JSON.stringify(odds)}`);
  }
}

describe('the table of sportsbooks', () => {
  it('requires the sharp tier for a book that is not in the table', () => {
    expect(requiredTierOf('bookshop')).toBe('sharp');
    expect(requiredTierOf('draftkings')).toBe('free');
    expect(requiredTierOf('pinnacle')).toBe('sharp');
  });
});

describe('the simulation at its start', () => {
  const feed = startSimulation({ clock: new ManualClock(), seed: 1 });

  it('has at least 120 games, a fifth of them live, in six sports with 60,000 odds of 32 books', () => {
    expectFullBoard(feed);
  });

  it('names the player and the statistic on player props only', () => {
    for (const odds of oddsOf(feed)) {
      const isProp = odds.market_type.startsWith('player_');
      expect('player_name' in odds && 'stat_category' in odds).toBe(isProp);
      if (isProp) expect(odds.selection).toBe(odds.player_name);
    }
  });

  it('has ticket shares at one book and limits at another', () => {
    const withShare = oddsOf(feed).filter((odds) => 'public_bet_pct' in odds);
    const withLimit = oddsOf(feed).filter((odds) => 'max_bet' in odds);
    expect(new Set(withShare.map(({ sportsbook }) => sportsbook))).toEqual(new Set(['draftkings']));
    expect(new Set(withLimit.map(({ sportsbook }) => sportsbook))).toEqual(new Set(['pinnacle']));
  });

  it('gives each event a readable id with its league and date', () => {
    for (const { id, league, start_time } of feed.board.events()) {
      expect(id).toMatch(/^[a-z0-9_]+_\d{4}-\d{2}-\d{2}$/);
      expect(id.startsWith(`${league}_`)).toBe(true);
      expect(id.endsWith(start_time.slice(0, 10))).toBe(true);
    }
  });

  it('has the same board for the same seed after any number of ticks, and another for another seed', () => {
    const clocks = [new ManualClock(), new ManualClock(), new ManualClock()] as const;
    const [one, same, other] = [
      startSimulation({ clock: clocks[0], seed: 7 }),
      startSimulation({ clock: clocks[1], seed: 7 }),
      startSimulation({ clock: clocks[2], seed: 8 }),
    ];
    expect(boardDigest(one)).toBe(boardDigest(same));
    expect(boardDigest(one)).not.toBe(boardDigest(other));
    clocks[0].advance(90_000);
    for (let second = 0; second < 90; second++) clocks[1].advance(1000);
    expect(boardDigest(one)).toBe(boardDigest(same));
  }, 120_000);

  it('has only the leagues, sportsbooks and number of games that it is asked for', () => {
    const leagues = ['nba', 'epl'];
    const sportsbooks = ['draftkings', 'pinnacle'];
    const clock = new ManualClock();
    const small = startSimulation({ clock, seed: 1, games: 10, leagues, sportsbooks });
    const games = [...small.board.events()].filter(({ away_team }) => away_team !== '');
    expect(games.length).toBe(10);
    expect(new Set(games.map(({ league }) => league))).toEqual(new Set(leagues));
    expect(games.some(({ is_live }) => is_live)).toBe(true);
    expect(new Set(small.board.sportsbooks())).toEqual(new Set(sportsbooks));
  });

  it('does not change after it is stopped', () => {
    const clock = new ManualClock();
    const stopped = startSimulation({ clock, seed: 1 });
    stopped.stop();
    const before = boardDigest(stopped);
    clock.advance(5000);
    expect(boardDigest(stopped)).toBe(before);
    expect(clock.pendingTimers).toBe(0);
  });

  it('catches up after a stall a few ticks at a time', () => {
    const clock = new ManualClock();
    const startedAt = clock.now();
    let stalled = 0;
    const late: Clock = {
      now: () => clock.now() + stalled,
      monotonic: () => clock.monotonic() + stalled,
      after: (ms, callback) => clock.after(ms, callback),
      every: (ms, callback) => clock.every(ms, callback),
    };
    const { board } = startSimulation({ clock: late, seed: 1 });
    stalled = 8000;
    clock.advance(1000);
    expect(board.updatedAt).toBe(startedAt + 5000);
    clock.advance(1000);
    expect(board.updatedAt).toBe(startedAt + 10_000);
  });
});

describe('the simulation over ten minutes', () => {
  const clock = new ManualClock();
  const feed = startSimulation({ clock, seed: 3 });
  const mirror = new Map<number, BoardRow>(Array.from(feed.board.rows(), (row) => [row.ref, row]));
  const startedLive = new Set(liveIds());
  const begun = new Set<string>();
  const ended = new Set<string>();
  let touched = 0;
  let removed = 0;

  function liveIds(): string[] {
    return Array.from(feed.board.events()).flatMap(({ id, is_live }) => (is_live ? [id] : []));
  }

  function follow(change: BoardChange): void {
    touched += change.upserts.length;
    removed += change.removals.length;
    for (const row of change.upserts) mirror.set(row.ref, row);
    for (const row of change.removals) mirror.delete(row.ref);
    for (const event of change.events) if (event.is_live) begun.add(event.id);
    for (const id of change.endedEventIds) ended.add(id);
  }

  beforeAll(() => {
    feed.board.onChange(follow);
    clock.advance(MINUTES * 60_000);
  }, 120_000);

  it('updates about a thousand prices a tick, removes some, starts and ends events', () => {
    expect(touched / (MINUTES * 60)).toBeGreaterThan(600);
    expect(touched / (MINUTES * 60)).toBeLessThan(2500);
    expect(removed).toBeGreaterThan(MINUTES * 60);
    expect(begun.difference(startedLive).size).toBeGreaterThan(0);
    expect(ended.size).toBeGreaterThan(0);
  });

  it('reports every price that is added, changed or removed', () => {
    expect(mirror.size).toBe(feed.board.size);
    for (const row of feed.board.rows()) {
      if (mirror.get(row.ref) !== row) expect.fail(`untold: ${JSON.stringify(row)}`);
    }
  });

  it('never mutates rows', () => {
    const before = new Map(Array.from(feed.board.rows(), (row) => [row.ref, row]));
    clock.advance(1000);
    const same = Array.from(feed.board.rows()).filter((row) => before.get(row.ref) === row);
    expect(same.length / before.size).toBeGreaterThan(0.9);
    expect(same.length).toBeLessThan(before.size);
  });

  it('has equal American odds, decimal odds and probability in every row', () => {
    expectConsistentPrices(feed);
  });

  it('gives each price a unique id and ref', () => {
    const odds = oddsOf(feed);
    const places = odds.map((one) => {
      const { sportsbook, event_id, market_type, selection, selection_type, line } = one;
      return JSON.stringify([sportsbook, event_id, market_type, selection, selection_type, line]);
    });
    expect(new Set(odds.map(({ id }) => id)).size).toBe(odds.length);
    expect(new Set(places).size).toBe(odds.length);
  });

  it('marks a row as live if and only if its event is live', () => {
    for (const odds of oddsOf(feed)) {
      if (feed.board.event(odds.event_id)?.is_live !== odds.is_live) {
        expect.fail(`not as its event: ${JSON.stringify(odds)}`);
      }
    }
  });

  it('has no live prices of books without live odds', () => {
    const pregameOnly = SPORTSBOOKS.filter(({ hasLiveOdds }) => !hasLiveOdds).map(({ id }) => id);
    const live = oddsOf(feed).filter(({ is_live }) => is_live);
    expect(pregameOnly).not.toEqual([]);
    expect(live.filter(({ sportsbook }) => pregameOnly.includes(sportsbook))).toEqual([]);
  });

  it('reports each live game by book, with different delays and detail', () => {
    const live = liveIds();
    const reports = live.flatMap((id) => [...feed.reports(id).values()]);
    expect(feed.reports('unknown').size).toBe(0);
    expect(reports.length).toBeGreaterThan(live.length * 5);
    expect(reports.filter(({ reportedAt }) => reportedAt < clock.now()).length).toBeGreaterThan(0);
    expect(reports.filter(({ reportedAt }) => reportedAt < clock.now() - 60_000)).toEqual([]);
    for (const id of live) {
      const score = feed.board.event(id)?.game_state;
      for (const report of feed.reports(id).values()) {
        expect(report.homeScore).toBeLessThanOrEqual(score?.home_score ?? 0);
      }
    }
  });

  it.each([
    ['basketball', 'foulsHome'],
    ['football', 'lastPlay'],
    ['soccer', 'cornersAway'],
    ['hockey', 'powerPlay'],
    ['tennis', 'server'],
  ])(
    'reports the fields that are specific to %s at books that publish everything',
    (sport, field) => {
      const live = Array.from(feed.board.events()).filter(
        (one) => one.is_live && one.sport === sport,
      );
      const reports = live.flatMap(({ id }) => [...feed.reports(id).values()]);
      const full = reports.filter((report) => field in report);
      expect(full.length).toBeGreaterThan(0);
      expect(full.length).toBeLessThan(reports.length);
    },
  );
});
