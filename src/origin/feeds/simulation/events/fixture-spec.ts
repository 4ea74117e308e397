import { TeamGame } from '../games/team-game.ts';
import { TennisMatch } from '../games/tennis-match.ts';
import { COVERAGE, MARKET_GROUPS, type MarketGroup } from '../markets/market-groups.ts';
import { marketsOn } from '../markets/market-kinds.ts';
import type { Random } from '../random.ts';
import { marketRows } from '../sports/sport.ts';
import type { EventSpec } from './event-spec.ts';
import { Player, type Rosters } from './players.ts';
import type { Fixture } from './schedule.ts';

const GROUPS = Object.keys(MARKET_GROUPS) as MarketGroup[];

const NEWS_CHANCE = { game: 1 / 450, player: 1 / 600 };

/** The game of a fixture. Plays the part of it before `now`, if it began before. */
export function fixtureSpec(
  fixture: Fixture,
  now: number,
  rosters: Rosters,
  random: Random,
): EventSpec {
  const { id, league, home, away, startsAt, coverage } = fixture;
  const { sport } = league;
  const game = sport.rules
    ? new TeamGame(sport.rules, sport.usual, random)
    : new TennisMatch(sport.usual, random);
  const rating = {
    scoreMargin: sport.scoreMargin.average + sport.scoreMargin.deviation * random.normal(),
    total: league.averageTotal + sport.totalDeviation * random.normal(),
  };
  const secondsPlayed = (now - startsAt) / 1000;
  for (let second = 0; second < secondsPlayed; second++) game.advance(rating);
  const players = playersOf(fixture, rosters, random);
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
    rating,
    deviation: sport.usual.deviation,
    players,
    coverage,
    marketTypes: GROUPS.filter((group) => MARKET_GROUPS[group].factor[coverage] > 0).flatMap(
      (group) =>
        marketRows(sport, group).map((row) => ({
          type: row[1],
          group,
          markets: marketsOn({ home, away, players, statistics: sport.statistics }, row),
        })),
    ),
    newsChance: NEWS_CHANCE,
  };
}

/** The players of both sides, the best of each first. In tennis a side is its one player. */
function playersOf(fixture: Fixture, rosters: Rosters, random: Random): Player[] {
  const { league, coverage } = fixture;
  const { players: squadSize } = COVERAGE[coverage];
  return (['home', 'away'] as const).flatMap((side) => {
    const team = fixture[side];
    const names =
      league.sport.rules === null ? [team] : rosters.of(`${league.id} ${team}`).slice(0, squadSize);
    return names.map((name, rank) => new Player(name, side, rank, names.length, random));
  });
}
