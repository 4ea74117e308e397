import { Game } from '../games/game.ts';
import { SIDES } from '../markets/market.ts';
import { COVERAGE, MARKET_GROUPS, type MarketGroup } from '../markets/market-groups.ts';
import { marketsOn } from '../markets/market-kinds.ts';
import type { Random } from '../random.ts';
import { marketRows } from '../sports/market-rows.ts';
import type { EventSpec } from './event-spec.ts';
import { squadOf } from './player-names.ts';
import type { Player } from './players.ts';
import type { Fixture } from './schedule.ts';

const GROUPS = Object.keys(MARKET_GROUPS) as MarketGroup[];

const NEWS_CHANCE = 1 / 450;

/** The range of the factor by which a player's averages differ from the usual ones of the rank. */
const FORM: readonly [number, number] = [0.8, 1.2];

/** The game of a fixture. Plays the part of it before `now`, if it began before. */
export function fixtureSpec(fixture: Fixture, now: number, random: Random): EventSpec {
  const { id, league, home, away, startsAt, coverage } = fixture;
  const { sport } = league;
  const game = new Game(sport, random);
  const rating = {
    scoreMargin: sport.scoreMargin.average + sport.scoreMargin.deviation * random.normal(),
    total: league.averageTotal + sport.totalDeviation * random.normal(),
    players: 0,
  };
  const secondsPlayed = (now - startsAt) / 1000;
  for (let second = 0; second < secondsPlayed; second++) game.advance(rating);
  const lineup = { home, away, players: playersOf(fixture, random), statistics: sport.statistics };
  const rowsOf = marketRows(sport);
  return {
    info: {
      id,
      sport: sport.id,
      league: league.id,
      home_team: home,
      away_team: away,
      start_time: new Date(startsAt).toISOString(),
    },
    startsAt,
    game,
    scoreModel: (expected) => game.scoreModel(expected),
    rating,
    deviation: { ...sport.usual.deviation, players: 1 },
    coverage,
    marketTypes: GROUPS.filter((group) => MARKET_GROUPS[group].factor[coverage] > 0).flatMap(
      (group) =>
        rowsOf(group).map((row) => ({ type: row[1], group, markets: marketsOn(lineup, row) })),
    ),
    newsChance: NEWS_CHANCE,
  };
}

/** The players of both sides, the best of each first. In an individual sport a side is its one player. */
function playersOf(fixture: Fixture, random: Random): Player[] {
  const { league, coverage } = fixture;
  return SIDES.flatMap((side) => {
    const team = fixture[side];
    const names = league.sport.standard === null ? [team] : squadOf(league, team);
    const squad = names.slice(0, COVERAGE[coverage].players);
    return squad.map((name, rank) => {
      return { name, side, rank, squadSize: squad.length, form: random.between(...FORM) };
    });
  });
}
