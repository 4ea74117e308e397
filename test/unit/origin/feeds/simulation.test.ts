import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { PriceFeed } from '../../../../src/origin/feeds/price-feed.ts';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { fixtureSpec } from '../../../../src/origin/feeds/simulation/events/event-specs.ts';
import { LEAGUES } from '../../../../src/origin/feeds/simulation/events/leagues.ts';
import { type Fixture, Schedule } from '../../../../src/origin/feeds/simulation/events/schedule.ts';
import { Game } from '../../../../src/origin/feeds/simulation/games/game.ts';
import { GAME_MARKETS } from '../../../../src/origin/feeds/simulation/markets/game-markets.ts';
import { PLAYER_MARKETS } from '../../../../src/origin/feeds/simulation/markets/player-markets.ts';
import { Random } from '../../../../src/origin/feeds/simulation/random.ts';
import {
  above,
  below,
  exactly,
} from '../../../../src/origin/feeds/simulation/scores/score-condition.ts';
import { scoreModel } from '../../../../src/origin/feeds/simulation/scores/score-model.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { hockey } from '../../../../src/origin/feeds/simulation/sports/hockey.ts';
import type { AppliedChange } from '../../../../src/origin/origin-board.ts';
import { SPORTSBOOKS } from '../../../../src/origin/sportsbook-table.ts';
import { smallSimulation } from '../../../harness/feeds/simulations.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { WORLD_CUP } from '../../../harness/servers/recorded-boards.ts';
import {
  bestHold,
  bookHolds,
  completeMarkets,
  expectShape,
  expectWithin,
  marqueeGames,
  median,
} from './board-statistics.ts';

const HOUR = 3_600_000;

const oddsOf = ({ board }: PriceFeed) => Array.from(board.rows(), ({ odds }) => odds);

/** Reports the first of the items for which something does not hold. */
function expectEach<T>(items: Iterable<T>, holds: (item: T) => boolean): void {
  for (const item of items) if (!holds(item)) expect.fail(`Not so: ${JSON.stringify(item)}`);
}

it('offers a hopeless underdog and its players the lowest line', () => {
  const player = { name: 'Kim', side: 'away', rank: 0, form: 1 } as const;
  const goals = { average: [0.2, 0.5], isShareOfScore: true } as const;
  const lineup = { home: 'Lions', away: 'Bears', players: [player], statistics: { goals } };
  const rating = { scoreMargin: 3, total: 2.5, players: 0 };
  const game = scoreModel(rating, { scoreMargin: 1.5, total: 1.5 });
  expect(game.expected.away).toBeLessThan(0);
  expect(PLAYER_MARKETS.prop(lineup, { of: ['goals'] })[0]?.nextLine?.(game, null)).toBe(0.5);
  const [, away] = GAME_MARKETS['team-total'](lineup, {});
  expect(away?.nextLine?.(game, null)).toBe(0.5);
});

it('expects the same of a player however many of the side have props', () => {
  const [league] = LEAGUES;
  if (league === undefined) throw new RangeError('There is no league.');
  const [home = '', away = ''] = league.teams;
  const linesWith = (prominence: Fixture['prominence']) => {
    const fixture = { id: 'game', league, home, away, prominence, startsAt: 0 };
    const spec = fixtureSpec(fixture, 0, new Random(1));
    const model = spec.scoreModel(spec.rating);
    const props = spec.marketTypes.find(({ type }) => type === 'player_points')?.markets ?? [];
    return props.map((market) => [market.selections[0]?.name, market.nextLine?.(model, null)]);
  };
  const regular = linesWith('regular');
  // Those of the home side: players of the other differ in form.
  const ofHome = regular.slice(0, regular.length / 2);
  expect(ofHome.length).toBeGreaterThan(4);
  expect(ofHome).toEqual(linesWith('marquee').slice(0, ofHome.length));
});

it('has a dozen games and more in play at every hour of a week', () => {
  const schedule = new Schedule(new Random(1));
  let games: Fixture[] = [];
  const inPlay = Array.from({ length: 7 * 24 }, (_, hour) => {
    const now = Date.UTC(2026, 10, 21) + hour * HOUR;
    for (let at = now; at < now + HOUR; at += HOUR / 12) {
      games = games.filter(({ startsAt, league }) => startsAt + league.sport.minutes * 6e4 > at);
      const opened = Array.from({ length: 136 - games.length }, () => schedule.next(at) ?? []);
      games = [...games, ...opened.flat()];
    }
    return games.filter(({ startsAt }) => startsAt <= now).length;
  });
  expect(Math.min(...inPlay.slice(3))).toBeGreaterThan(12);
});

it('ends a hockey game at the first goal of overtime, also if both sides are about to score', () => {
  const game = new Game(hockey, new Random(1));
  while (!game.isOver) {
    // No goals in regular time, and then one of each side in every second.
    const total = game.status().period === 'Overtime' ? 1e6 : 0;
    game.advance({ scoreMargin: 0, total, players: 1 });
  }
  const { homeScore, awayScore } = game.status();
  expect(homeScore + awayScore).toBe(1);
});

it.skipIf(!existsSync(WORLD_CUP))('a recorded board has the shape of a board', () => {
  expectShape(oddsOf(readRecordedBoard(WORLD_CUP, new ManualClock())));
});

describe('the whole simulation', () => {
  const MINUTES = 3;
  const clock = new ManualClock();
  const feed = startSimulation({ clock, seed: 2 });
  const { board } = feed;
  const initial = oddsOf(feed);
  const games = [...board.events()].filter(({ away_team }) => away_team !== '');
  const counts = { touched: 0, removed: 0, before: 0, inPlay: 0 };
  /** The sportsbooks that changed pregame prices, by game and second. */
  const changing = new Map<string, Set<string>>();
  const arbitrages: number[] = [];
  let final: readonly Odds[] = [];

  function follow({ at, upserts, removed, replaced }: AppliedChange): void {
    counts.touched += upserts.length;
    counts.removed += removed.length;
    for (const [index, { odds }] of upserts.entries()) {
      const before = replaced[index]?.odds;
      if (before === undefined || before.odds_american === odds.odds_american) continue;
      counts[odds.is_live ? 'inPlay' : 'before']++;
      const place = `${odds.event_id} ${at}`;
      if (odds.is_live || odds.away_team === '') continue;
      changing.set(place, (changing.get(place) ?? new Set()).add(odds.sportsbook));
    }
  }

  beforeAll(() => {
    board.onChange(follow);
    for (let minute = 0; minute < MINUTES; minute++) {
      clock.advance(60_000);
      final = oddsOf(feed);
      arbitrages.push(completeMarkets(final).filter((market) => bestHold(market) < 0).length);
    }
    feed.stop();
  });

  it('has 75,000 prices and more of 32 sportsbooks on games in six sports, a fifth in play', () => {
    expectWithin('prices', initial.length, 75_000, 95_000);
    expectWithin('games', games.length, 120, 200);
    const live = games.filter(({ is_live }) => is_live);
    expectWithin('share in play', live.length / games.length, 0.14, 0.28);
    const sports = ['basketball', 'football', 'baseball', 'hockey', 'soccer', 'tennis'];
    expect(new Set(games.map(({ sport }) => sport))).toEqual(new Set(sports));
    const books = new Set(initial.map(({ sportsbook }) => sportsbook));
    expect(books).toEqual(new Set(SPORTSBOOKS.map(({ id }) => id)));
    expect(books.size).toBe(32);
  });

  it('has no total of nothing or less, over which everything is, and no match of tennis that is lost by three sets', () => {
    const totals = [...initial, ...final].filter(({ selection_type: type }) =>
      /over|under/.test(type),
    );
    expectEach(totals, ({ line }) => Number(line) >= 0.5);
    const sets = initial.filter(({ market_type }) => market_type === 'set_handicap');
    expectEach(sets, ({ line }) => Math.abs(Number(line)) === 1.5);
    // In play, more than the line is certain once it has been scored.
    const model = scoreModel(
      { scoreMargin: 0, total: 2.5, players: 0 },
      { scoreMargin: 1.5, total: 1.5 },
      { home: 2, away: 0, remaining: 0.5 },
    );
    expect(model.probability({ total: below(1.5) })).toBe(0);
    expect(model.probability({ home: exactly(1) })).toBe(0);
    expect(model.probability({ total: above(1.5) })).toBeCloseTo(1, 6);
  });

  it('has the shape of recorded boards, and marquee games only in large leagues', () => {
    expectShape(initial);
    const marquee = marqueeGames(initial);
    expectWithin('marquee games', marquee.length, 6, 16);
    const large = LEAGUES.flatMap(({ id, isLarge }) => (isLarge ? [id] : []));
    expectEach(marquee, ([odds]) => large.includes(odds?.league ?? ''));
  });

  it('names players on props only, and has ticket shares at one sportsbook and limits at another', () => {
    expectEach(initial, (odds) => {
      const isProp = odds.market_type.startsWith('player_');
      const isNamed = 'player_name' in odds && 'stat_category' in odds;
      return isProp === isNamed && (!isProp || odds.selection === odds.player_name);
    });
    for (const [field, book] of [
      ['public_bet_pct', 'draftkings'],
      ['max_bet', 'pinnacle'],
    ] as const) {
      const books = initial.flatMap((odds) => (field in odds ? [odds.sportsbook] : []));
      expect(new Set(books)).toEqual(new Set([book]));
    }
  });

  it('gives each event a readable id with its league and date', () => {
    expectEach(board.events(), ({ id, league, start_time: start }) => {
      const isReadable = /^[a-z0-9_]+_\d{4}-\d{2}-\d{2}$/.test(id);
      return isReadable && id.startsWith(`${league}_`) && id.endsWith(`_${start.slice(0, 10)}`);
    });
  });

  it('pays less for an over at a lower line of the same sportsbook and subject', () => {
    // Combined selections are left out: their line belongs to only one of two conditions.
    const overs = initial.filter(
      ({ selection_type: type, market_type: market }) =>
        type.endsWith('over') && !market.startsWith('match_result_'),
    );
    const ladders = Map.groupBy(overs, (odds) =>
      [
        odds.event_id,
        odds.sportsbook,
        odds.market_type,
        odds.selection,
        odds.selection_type,
      ].join(),
    );
    const pairs = [...ladders.values()].flatMap((ladder) => {
      const sorted = ladder.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
      return sorted.slice(1).map((odds, index) => [sorted[index], odds] as const);
    });
    expect(pairs.length).toBeGreaterThan(5000);
    expectEach(pairs, ([low, high]) => (low?.odds_decimal ?? 0) <= high.odds_decimal);
  });

  it('leaves sportsbooks a margin over all sides, a larger one in play, and few arbitrages', () => {
    const holds = completeMarkets(initial).flatMap(bookHolds);
    expectEach(holds, (hold) => hold > 0 && hold <= 0.25);
    const [inPlay = 0, before = 1] = [true, false].map((isLive) => {
      // Only even markets: the hold shrinks as a market gets more lopsided.
      const even = final.filter(
        ({ market_type: type, is_live, odds_decimal: decimal }) =>
          /^(moneyline|total_(points|goals|runs|games))$/.test(type) &&
          is_live === isLive &&
          decimal > 1.6 &&
          decimal < 2.5,
      );
      return median(completeMarkets(even).flatMap(bookHolds));
    });
    expectWithin('ratio', inPlay / before, 1.3, 2);
    expect(median(arbitrages)).toBeLessThan(10);
    expect(Math.max(...arbitrages)).toBeGreaterThan(0);
  });

  it('prices the title of a team alike in an event of its own and among all teams', () => {
    const titles = initial.filter(({ market_type: type }) => type === 'championship_winner');
    const byTeam = Map.groupBy(titles, ({ league, selection }) => `${league} ${selection}`);
    const probability = (team: string) =>
      median((byTeam.get(team) ?? []).map(({ odds_probability: p }) => p ?? 0));
    const own = [...byTeam.keys()].filter((team) => team.endsWith(' win?: Yes'));
    expect(own.length).toBeGreaterThan(10);
    for (const name of own) {
      const team = name.replace('Will ', '').replace(' win?: Yes', '');
      expectWithin(name, probability(name) / probability(team), 0.6, 1.6);
    }
  });

  it('offers each pair of results as a double chance, and two of the three win', () => {
    const prices = initial.filter(({ market_type }) => market_type === 'double_chance');
    const markets = Map.groupBy(prices, (odds) => `${odds.event_id} ${odds.sportsbook}`);
    const complete = [...markets.values()].filter(({ length }) => length === 3);
    expect(complete.length).toBeGreaterThan(10);
    for (const market of complete) {
      const types = market.map(({ selection_type }) => selection_type);
      expect(types.sort()).toEqual(['away_draw', 'home_away', 'home_draw']);
      const sum = market.reduce((total, odds) => total + (odds.odds_probability ?? 0), 0);
      expectWithin('probability', sum, 2, 2.3);
    }
  });

  it('changes prices now and then before a game, one sportsbook after another, and often in play', () => {
    expectWithin('touched', counts.touched / (60 * MINUTES), 600, 2500);
    expect(counts.removed).toBeGreaterThan(60 * MINUTES);
    const inPlay = final.filter(({ is_live }) => is_live).length;
    expectWithin('before', counts.before / (final.length - inPlay) / MINUTES, 0.05, 0.15);
    expectWithin('in play', counts.inPlay / inPlay / MINUTES, 1, 6);
    expect(median(Array.from(changing.values(), ({ size }) => size))).toBeLessThanOrEqual(3);
  });

  it('has equal American odds, decimal odds and probability in every row, each with its own id and place', () => {
    expectEach(final, ({ odds_american: american, odds_decimal: decimal, odds_probability: p }) => {
      const exact = american > 0 ? 1 + american / 100 : 1 + 100 / -american;
      const isAmerican =
        Number.isInteger(american) && Math.abs(american) >= 100 && american !== -100;
      const isNear = (one: number, other: number) => Math.abs(one - other) <= 0.00005 + 1e-9;
      return isAmerican && isNear(decimal, exact) && isNear(p ?? 0, 1 / decimal);
    });
    const places = final.map(({ sportsbook, event_id: id, line, ...odds }) =>
      [sportsbook, id, odds.market_type, odds.selection, odds.selection_type, line].join('|'),
    );
    expect(new Set(final.map(({ id }) => id)).size).toBe(final.length);
    expect(new Set(places).size).toBe(final.length);
  });

  it('marks a price as live if its event is, at sportsbooks with live odds only', () => {
    expectEach(final, (odds) => board.event(odds.event_id)?.is_live === odds.is_live);
    const pregameOnly = SPORTSBOOKS.flatMap((book) => (book.hasLiveOdds ? [] : [book.id]));
    expect(pregameOnly).not.toEqual([]);
    expectEach(final, (odds) => !odds.is_live || !pregameOnly.includes(odds.sportsbook));
  });
});

describe('a simulation of a few games', () => {
  function digest({ board }: PriceFeed): string {
    const hash = createHash('sha256');
    for (const item of [...board.events(), ...board.rows()]) hash.update(JSON.stringify(item));
    return hash.digest('hex');
  }

  it('has the same board for the same seed after any number of ticks, and another for another', () => {
    const clocks = [new ManualClock(), new ManualClock()] as const;
    const [one, same] = [smallSimulation(clocks[0]), smallSimulation(clocks[1])];
    const [games, clock] = [10, new ManualClock()];
    const [seven, eight] = [7, 8].map((seed) => digest(startSimulation({ clock, seed, games })));
    expect(seven).not.toBe(eight);
    clocks[0].advance(90_000);
    for (let second = 0; second < 90; second++) clocks[1].advance(1000);
    expect(digest(one)).toBe(digest(same));
  });

  it('has only the sportsbooks and games that it is asked for, and stays as it is once stopped', () => {
    const sportsbooks = ['draftkings', 'pinnacle'];
    const clock = new ManualClock();
    const feed = startSimulation({ clock, seed: 1, games: 10, sportsbooks });
    const games = [...feed.board.events()].filter(({ away_team }) => away_team !== '');
    expect(games.length).toBe(10);
    expect(games.some(({ is_live }) => is_live)).toBe(true);
    expect(new Set(feed.board.sportsbooks())).toEqual(new Set(sportsbooks));
    feed.stop();
    const before = digest(feed);
    clock.advance(5000);
    expect([digest(feed), clock.pendingTimers]).toEqual([before, 0]);
  });

  it('catches up after a stall a few ticks at a time, and goes on from the present after a long one', () => {
    const clock = new ManualClock();
    const startedAt = clock.now();
    const { board } = startSimulation({ clock, seed: 1, games: 10 });
    clock.stall(8000);
    for (const played of [5000, 10_000]) {
      clock.advance(1000);
      expect(board.updatedAt).toBe(startedAt + played);
    }
    clock.stall(8 * 3_600_000);
    clock.advance(1000);
    expect(clock.now() - board.updatedAt).toBeLessThan(60_000);
  });

  it('starts and ends games, and reports each by sportsbook, with different delays', () => {
    const clock = new ManualClock();
    const sportsbooks = ['draftkings', 'fanduel', 'bet365', 'pinnacle'];
    const feed = startSimulation({ clock, seed: 3, sportsbooks });
    const live = () => [...feed.board.events()].filter(({ is_live }) => is_live);
    const atStart = new Set(live().map(({ id }) => id));
    clock.advance(600_000);
    feed.stop();
    const ids = new Set(live().map(({ id }) => id));
    expect(ids.difference(atStart).size).toBeGreaterThan(0);
    expect(atStart.difference(ids).size).toBeGreaterThan(0);
    expect(feed.reports('unknown').size).toBe(0);
    const reports = live().flatMap(({ id, game_state: score }) => {
      const all = [...feed.reports(id).values()];
      expectEach(all, (one) => one.homeScore <= (score?.home_score ?? 0));
      return all;
    });
    expect(reports.length).toBeGreaterThan(live().length);
    const ages = reports.map(({ reportedAt }) => clock.now() - reportedAt);
    expectWithin('greatest age', Math.max(...ages), 1, 60_000);
    // What is specific to the sport is reported by sportsbooks that publish everything.
    const specific = { football: 'lastPlay', soccer: 'cornersAway', basketball: 'foulsHome' };
    const inOthers = { hockey: 'powerPlay', tennis: 'server' };
    for (const [sport, field] of Object.entries({ ...specific, ...inOthers })) {
      const its = live().flatMap((one) =>
        one.sport === sport ? [...feed.reports(one.id).values()] : [],
      );
      expectWithin(field, its.filter((one) => field in one).length, 1, its.length - 1);
    }
  });
});
