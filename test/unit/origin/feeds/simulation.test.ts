import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS } from '../../../../src/contract/opportunities.ts';
import type { PriceFeed } from '../../../../src/origin/feeds/price-feed.ts';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { fixtureSpec } from '../../../../src/origin/feeds/simulation/events/event-specs.ts';
import { LEAGUES } from '../../../../src/origin/feeds/simulation/events/leagues.ts';
import type { Fixture } from '../../../../src/origin/feeds/simulation/events/schedule.ts';
import { PLAYER_MARKETS } from '../../../../src/origin/feeds/simulation/markets/player-markets.ts';
import { Random } from '../../../../src/origin/feeds/simulation/random.ts';
import { scoreModel } from '../../../../src/origin/feeds/simulation/scores/score-model.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { OpportunityScanner } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../../src/origin/opportunities/valued-markets.ts';
import type { AppliedChange, BoardRow } from '../../../../src/origin/origin-board.ts';
import { SPORTSBOOKS } from '../../../../src/origin/sportsbook-table.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import { smallSimulation } from '../../../harness/feeds/simulations.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { payloads } from '../opportunities/small-market.ts';
import {
  bestHold,
  bookHolds,
  completeMarkets,
  expectShape,
  expectWithin,
  marqueeGames,
  median,
} from './board-statistics.ts';

const RECORDED = new URL('../../../../../shared/data/worldcup-2026-odds.csv', import.meta.url);

function oddsOf({ board }: PriceFeed): Odds[] {
  return Array.from(board.rows(), ({ odds }) => odds);
}

/** Reports the first of the items for which something does not hold. */
function expectEach<T>(items: Iterable<T>, holds: (item: T) => boolean): void {
  for (const item of items) if (!holds(item)) expect.fail(`Not so: ${JSON.stringify(item)}`);
}

it('offers a player of a hopeless underdog the lowest line', () => {
  const player = { name: 'Kim', side: 'away', rank: 0, form: 1 } as const;
  const goals = { average: [0.2, 0.5], isShareOfScore: true } as const;
  const lineup = { home: 'Lions', away: 'Bears', players: [player], statistics: { goals } };
  const rating = { scoreMargin: 3, total: 2.5, players: 0 };
  const game = scoreModel(rating, { scoreMargin: 1.5, total: 1.5 });
  expect(game.expected.away).toBeLessThan(0);
  const [main] = PLAYER_MARKETS.prop(lineup, { of: ['goals'] });
  expect(main?.nextLine?.(game, null)).toBe(0.5);
});

it('expects the same of a player however many of the side have props', () => {
  const [league] = LEAGUES;
  if (league === undefined) throw new RangeError('There is no league.');
  const [home = '', away = ''] = league.teams;
  const linesWith = (coverage: Fixture['coverage']) => {
    const fixture = { id: 'game', league, home, away, coverage, startsAt: 0 };
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

it.skipIf(!existsSync(RECORDED))(`${RECORDED.pathname} has the shape of a board`, () => {
  expectShape(oddsOf(readRecordedBoard(RECORDED.pathname, new ManualClock())));
});

describe('the whole simulation', () => {
  const MINUTES = 3;
  const clock = new ManualClock();
  const feed = startSimulation({ clock, seed: 2 });
  const { board } = feed;
  const initial = oddsOf(feed);
  const games = [...board.events()].filter(({ away_team }) => away_team !== '');
  const mirror = new Map(Array.from(board.rows(), (row) => [row.ref, row]));
  /** Ids of the pregame prices that changed, by event and second. */
  const changes = new Map<string, Map<number, Set<string>>>();
  const counts = { touched: 0, removed: 0, before: 0, inPlay: 0 };
  const arbitrages: number[] = [];
  let final: readonly Odds[] = [];

  function follow({ at, upserts, removed, replaced }: AppliedChange): void {
    counts.touched += upserts.length;
    counts.removed += removed.length;
    for (const row of removed) mirror.delete(row.ref);
    for (const [index, row] of upserts.entries()) {
      mirror.set(row.ref, row);
      const before = replaced[index]?.odds;
      if (before === undefined || before.odds_american === row.odds.odds_american) continue;
      counts[row.odds.is_live ? 'inPlay' : 'before']++;
      if (!row.odds.is_live && row.odds.away_team !== '') countChange(row, at);
    }
  }

  function countChange({ odds }: BoardRow, at: number): void {
    const game = changes.get(odds.event_id) ?? new Map<number, Set<string>>();
    changes.set(odds.event_id, game.set(at, (game.get(at) ?? new Set()).add(odds.id)));
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

  it('has the shape of recorded boards, and marquee games only in large leagues', () => {
    expectShape(initial);
    const marquee = marqueeGames(initial);
    expectWithin('marquee games', marquee.length, 6, 16);
    const large = LEAGUES.flatMap(({ id, isLarge }) => (isLarge ? [id] : []));
    expectEach(marquee, ([odds]) => large.includes(odds?.league ?? ''));
  });

  it('names the player and the statistic on player props only', () => {
    expectEach(initial, (odds) => {
      const isProp = odds.market_type.startsWith('player_');
      const isNamed = 'player_name' in odds && 'stat_category' in odds;
      return isProp === isNamed && (!isProp || odds.selection === odds.player_name);
    });
  });

  it('has ticket shares at one sportsbook and limits at another', () => {
    const booksWith = (field: string) =>
      new Set(initial.flatMap((odds) => (field in odds ? [odds.sportsbook] : [])));
    expect(booksWith('public_bet_pct')).toEqual(new Set(['draftkings']));
    expect(booksWith('max_bet')).toEqual(new Set(['pinnacle']));
  });

  it('gives each event a readable id with its league and date', () => {
    expectEach(board.events(), ({ id, league, start_time }) => {
      const day = start_time.slice(0, 10);
      return (
        /^[a-z0-9_]+_\d{4}-\d{2}-\d{2}$/.test(id) &&
        id.startsWith(`${league}_`) &&
        id.endsWith(`_${day}`)
      );
    });
  });

  it('pays less for an over at a lower line of the same sportsbook and subject', () => {
    // Combined selections are left out: their line belongs to only one of two conditions.
    const overs = initial.filter(
      (odds) => /over$/.test(odds.selection_type) && !odds.market_type.startsWith('match_result_'),
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

  it('leaves the sportsbook a margin over all sides of a market', () => {
    const markets = completeMarkets(initial);
    expectEach(markets.flatMap(bookHolds), (hold) => hold > 0 && hold <= 0.25);
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

  it('updates about a thousand prices a second, and reports every change of them', () => {
    expectWithin('touched', counts.touched / (60 * MINUTES), 600, 2500);
    expect(counts.removed).toBeGreaterThan(60 * MINUTES);
    expect(mirror.size).toBe(board.size);
    expectEach(board.rows(), (row) => mirror.get(row.ref) === row);
  });

  it('changes a tenth of the pregame prices a minute, and those in play several times', () => {
    const inPlay = final.filter(({ is_live }) => is_live).length;
    expectWithin('before', counts.before / (final.length - inPlay) / MINUTES, 0.05, 0.15);
    expectWithin('in play', counts.inPlay / inPlay / MINUTES, 1, 6);
  });

  it('changes the pregame prices of a game in bursts, one sportsbook after another', () => {
    const STEPS_MS = 20_000;
    let all = 0;
    let inBursts = 0;
    for (const game of changes.values()) {
      const steps = Map.groupBy(game, ([at]) => Math.floor(at / STEPS_MS));
      const sizes = Array.from(steps.values(), (seconds) =>
        seconds.reduce((sum, [, ids]) => sum + ids.size, 0),
      ).sort((one, other) => other - one);
      for (const [rank, size] of sizes.entries()) {
        all += size;
        if (rank < 3) inBursts += size;
      }
    }
    expect(inBursts / all).toBeGreaterThan(0.8);
    const books = new Map(final.map(({ id, sportsbook }) => [id, sportsbook]));
    const seconds = [...changes.values()].flatMap((game) => [...game.values()]);
    const atOnce = seconds.map((ids) => new Set([...ids].map((id) => books.get(id))).size);
    expect(median(atOnce)).toBeLessThanOrEqual(3);
  });

  it('has larger margins in play than before the game', () => {
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
  });

  it('has fewer than ten arbitrages on the board most of the time', () => {
    expect(median(arbitrages)).toBeLessThan(10);
    expect(Math.max(...arbitrages)).toBeGreaterThan(0);
  });

  it('has equal American odds, decimal odds and probability in every row', () => {
    expectEach(final, ({ odds_american: american, odds_decimal: decimal, odds_probability: p }) => {
      const exact = american > 0 ? 1 + american / 100 : 1 + 100 / -american;
      const isAmerican = Number.isInteger(american) && Math.abs(american) >= 100;
      const isNear = (one: number, other: number) => Math.abs(one - other) <= 0.00005 + 1e-9;
      return isAmerican && isNear(decimal, exact) && isNear(p ?? 0, 1 / decimal);
    });
  });

  it('gives each price an id and a place of its own', () => {
    const places = final.map((odds) => {
      const { sportsbook, event_id, market_type, selection, selection_type, line } = odds;
      return [sportsbook, event_id, market_type, selection, selection_type, line].join('|');
    });
    expect(new Set(final.map(({ id }) => id)).size).toBe(final.length);
    expect(new Set(places).size).toBe(final.length);
  });

  it('marks a price as live if its event is, at sportsbooks with live odds only', () => {
    expectEach(final, (odds) => board.event(odds.event_id)?.is_live === odds.is_live);
    const pregameOnly = SPORTSBOOKS.flatMap((book) => (book.hasLiveOdds ? [] : [book.id]));
    expect(pregameOnly).not.toEqual([]);
    expectEach(final, (odds) => !odds.is_live || !pregameOnly.includes(odds.sportsbook));
  });

  it('has opportunities on one subject, in markets whose selections are opposites', () => {
    const view = new TierView('sharp', board);
    const scanner = new OpportunityScanner(new ValuedMarkets(view), clock);
    const found = OPPORTUNITY_KINDS.flatMap((kind) =>
      payloads(scanner, kind).map(({ id }) => ({ kind, legs: scanner.oddsOf(id) })),
    );
    const types = new Set(found.flatMap(({ legs }) => legs.map((odds) => odds.market_type)));
    expect(types.size).toBeGreaterThan(50);
    const notOpposite =
      /^(match_result_.*|team_to_win_.*|.*double_chance|.*correct_score|.*_scorer|.*winning_margin.*|.*first_team_to_score|most_.*|outright|championship_winner|season_leader)$/;
    expect([...types].filter((type) => notOpposite.test(type))).toEqual([]);
    const onMarkets = found.filter(({ kind }) => kind === 'arb' || kind === 'low_hold');
    expectEach(onMarkets, ({ legs }) => {
      const sides = new Set(legs.map(({ selection_type }) => selection_type));
      return new Set(legs.map(subjectOf)).size === 1 && sides.size > 1;
    });
  });
});

/** The event, market, line, and player or team that a price is about, without its side. */
function subjectOf({ selection, selection_type: type, line, ...odds }: Odds): string {
  const isOnSides = /^(home|draw|away)$/.test(type);
  const ownLine = type === 'away' && line ? -line : line;
  const name = isOnSides ? '' : selection.replace(/ ?\b(Over|Under|Yes|No|Odd|Even)$/, '');
  return [odds.event_id, odds.market_type, name, ownLine].join('|');
}

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

  it('has only the sportsbooks and number of games that it is asked for', () => {
    const sportsbooks = ['draftkings', 'pinnacle'];
    const clock = new ManualClock();
    const { board } = startSimulation({ clock, seed: 1, games: 10, sportsbooks });
    const games = [...board.events()].filter(({ away_team }) => away_team !== '');
    expect(games.length).toBe(10);
    expect(games.some(({ is_live }) => is_live)).toBe(true);
    expect(new Set(board.sportsbooks())).toEqual(new Set(sportsbooks));
  });

  it('does not change after it is stopped', () => {
    const clock = new ManualClock();
    const stopped = startSimulation({ clock, seed: 1, games: 10 });
    stopped.stop();
    const before = digest(stopped);
    clock.advance(5000);
    expect(digest(stopped)).toBe(before);
    expect(clock.pendingTimers).toBe(0);
  });

  it('catches up after a stall a few ticks at a time', () => {
    const clock = new ManualClock();
    const startedAt = clock.now();
    const { board } = startSimulation({ clock, seed: 1, games: 10 });
    clock.stall(8000);
    clock.advance(1000);
    expect(board.updatedAt).toBe(startedAt + 5000);
    clock.advance(1000);
    expect(board.updatedAt).toBe(startedAt + 10_000);
  });

  it('goes on from the present after a stall, however long', () => {
    const clock = new ManualClock();
    const { board } = startSimulation({ clock, seed: 1, games: 10 });
    clock.stall(8 * 3_600_000);
    clock.advance(1000);
    expect(clock.now() - board.updatedAt).toBeLessThan(60_000);
  });

  describe('over ten minutes', () => {
    const clock = new ManualClock();
    const sportsbooks = ['draftkings', 'fanduel', 'bet365', 'pinnacle'];
    const feed = startSimulation({ clock, seed: 3, sportsbooks });
    const { board } = feed;
    const live = () => [...board.events()].filter(({ is_live }) => is_live);
    const startedLive = new Set(live().map(({ id }) => id));
    const begun = new Set<string>();
    const ended = new Set<string>();

    beforeAll(() => {
      board.onChange(({ events, endedEventIds }) => {
        for (const { id, is_live } of events) if (is_live) begun.add(id);
        for (const id of endedEventIds) ended.add(id);
      });
      clock.advance(600_000);
      feed.stop();
    });

    it('starts and ends games, and reports each by sportsbook, with different delays', () => {
      expect(begun.difference(startedLive).size).toBeGreaterThan(0);
      expect(ended.size).toBeGreaterThan(0);
      const reports = live().flatMap(({ id }) => [...feed.reports(id).values()]);
      expect(feed.reports('unknown').size).toBe(0);
      expect(reports.length).toBeGreaterThan(live().length);
      const ages = reports.map(({ reportedAt }) => clock.now() - reportedAt);
      expectWithin('greatest age', Math.max(...ages), 1, 60_000);
      for (const { id, game_state: score } of live()) {
        expectEach(feed.reports(id).values(), (one) => one.homeScore <= (score?.home_score ?? 0));
      }
    });

    it.each([
      ['basketball', 'foulsHome'],
      ['football', 'lastPlay'],
      ['soccer', 'cornersAway'],
      ['hockey', 'powerPlay'],
      ['tennis', 'server'],
    ])('reports what is specific to %s at sportsbooks that publish everything', (sport, field) => {
      const games = live().filter((event) => event.sport === sport);
      const reports = games.flatMap(({ id }) => [...feed.reports(id).values()]);
      const full = reports.filter((report) => field in report);
      expectWithin('full reports', full.length, 1, reports.length - 1);
    });
  });
});
