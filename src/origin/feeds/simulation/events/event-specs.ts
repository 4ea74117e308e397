import type { EventInfo } from '../../../origin-board.ts';
import { Game } from '../games/game.ts';
import type { Market, Player } from '../markets/market.ts';
import {
  MARKET_GROUPS,
  type MarketGroup,
  MOST_OFFERED,
  type Prominence,
} from '../markets/market-groups.ts';
import { marketsOn } from '../markets/market-kinds.ts';
import type { Random } from '../random.ts';
import { SIDES } from '../scores/score-condition.ts';
import { type Rating, type ScoreModel, scoreModel } from '../scores/score-model.ts';
import { marketRows } from '../sports/market-rows.ts';
import { LEAGUES, type League, squadOf } from './leagues.ts';
import type { Fixture } from './schedule.ts';

/** What an event is about, and every market that books may offer on it. */
export interface EventSpec {
  readonly info: Omit<EventInfo, 'external_ids' | 'is_live' | 'game_state'>;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
  /** Null for a season: its event starts when it is decided, and ends with that. */
  readonly game: Game | null;
  /** The distribution of the final score by a rating, given the current score. */
  scoreModel(rating: Readonly<Rating>): ScoreModel;
  /** The true rating, which news changes and books estimate. */
  readonly rating: Rating;
  /** Standard deviations of results around the rating. */
  readonly deviation: Readonly<Rating>;
  readonly prominence: Prominence;
  readonly marketTypes: readonly {
    readonly type: string;
    readonly group: MarketGroup;
    readonly markets: readonly Market[];
  }[];
  /** The chance of news per second. */
  readonly newsChance: number;
}

const GROUPS = Object.keys(MARKET_GROUPS) as MarketGroup[];

/** The chance of news on a game, and on a season, per second. */
const GAME_NEWS_CHANCE = 1 / 450;
const SEASON_NEWS_CHANCE = 1 / 1200;

/** The range of the factor by which a player's averages differ from the usual ones of the rank. */
const FORM: readonly [number, number] = [0.8, 1.2];

/** The event of a fixture. A game that has begun is played up to `now`. */
export function fixtureSpec(fixture: Fixture, now: number, random: Random): EventSpec {
  const { id, league, home, away, startsAt, prominence } = fixture;
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
    prominence,
    marketTypes: GROUPS.filter((group) => MARKET_GROUPS[group].factor[prominence] > 0).flatMap(
      (group) =>
        rowsOf(group).map((row) => {
          const [, type] = row;
          return { type, group, markets: marketsOn(lineup, row) };
        }),
    ),
    newsChance: GAME_NEWS_CHANCE,
  };
}

/** The players of both sides, the best of each first. In an individual sport a side is its one player. */
function playersOf(fixture: Fixture, random: Random): Player[] {
  const { league, prominence } = fixture;
  return SIDES.flatMap((side) => {
    const team = fixture[side];
    const names = league.sport.standard === null ? [team] : squadOf(league, team);
    const covered = names.slice(0, MOST_OFFERED[prominence].players);
    return covered.map((name, rank) => ({ name, side, rank, form: random.between(...FORM) }));
  });
}

const DAY_MS = 24 * 3600_000;

/** The range of days from the start of the simulation until a season is decided. */
const DAYS_TO_SETTLEMENT: readonly [number, number] = [40, 200];

/** How many teams of a league also have an event of their own, on whether they win, with Yes as the only selection. */
const YES_ONLY_EVENTS = 3;

/** Standard deviation of the logarithms of the entrants' strengths. */
const STRENGTH_DEVIATION = 1.1;

/** One question about a season. Its event has no teams, and its one market no lines. */
interface Outright {
  /** Its part of the event's id. */
  readonly name: string;
  readonly marketType: string;
  /** Published as the home team, because the event has none; often empty. */
  readonly title?: string;
  /** The logarithms of the strengths of all entrants, the strongest first. */
  readonly logStrengths: readonly number[];
  /** The selections that books offer, of consecutive entrants, the strongest first. */
  readonly selections: readonly string[];
  /** The rank of the first of them among the entrants, by default 0: the strongest. */
  readonly firstRank?: number;
}

/** The outrights on the seasons of the large leagues. */
export function seasonSpecs(now: number, random: Random): EventSpec[] {
  return LEAGUES.filter(({ isLarge }) => isLarge).flatMap((league) => {
    const settledAt = Math.ceil(now / DAY_MS + random.integer(...DAYS_TO_SETTLEMENT)) * DAY_MS;
    return outrightsOf(league, random).map((one) => seasonSpec(one, league, settledAt));
  });
}

function outrightsOf(league: League, random: Random): Outright[] {
  const { teams } = league;
  const drawLogStrengths = () =>
    teams.map(() => STRENGTH_DEVIATION * random.normal()).sort((one, other) => other - one);
  const championship = {
    marketType: 'championship_winner',
    logStrengths: drawLogStrengths(),
  };
  return [
    { ...championship, name: 'winner', selections: teams },
    {
      name: 'best_record',
      marketType: 'outright',
      title: 'Best Record',
      logStrengths: drawLogStrengths(),
      selections: teams,
    },
    {
      name: 'most_valuable_player',
      marketType: 'season_leader',
      title: 'Most Valuable Player',
      logStrengths: drawLogStrengths(),
      selections: teams.flatMap((team) => squadOf(league, team).slice(0, 1)),
    },
    ...teams.slice(0, YES_ONLY_EVENTS).map((team, index) => ({
      ...championship,
      name: `will_number_${index + 1}_win`,
      selections: [`Will ${team} win?: Yes`],
      firstRank: index,
    })),
  ];
}

function seasonSpec(outright: Outright, league: League, settledAt: number): EventSpec {
  const { name, title = '', marketType } = outright;
  const start = new Date(settledAt).toISOString();
  return {
    info: {
      id: `${league.id}_${name}_${start.slice(0, 10)}`,
      sport: league.sport.id,
      league: league.id,
      home_team: title,
      away_team: '',
      start_time: start,
    },
    startsAt: settledAt,
    game: null,
    // A season has no score: its markets read nothing but the model's rating.
    scoreModel: (rating) => scoreModel(rating, league.sport.usual.deviation),
    rating: { scoreMargin: 0, total: 0, players: 0 },
    deviation: { scoreMargin: 0, total: 0, players: 1 },
    prominence: 'marquee',
    marketTypes: [{ type: marketType, group: 'outright', markets: outrightMarkets(outright) }],
    newsChance: SEASON_NEWS_CHANCE,
  };
}

/** A market for each selection: whether the entrant wins. `rating.players` moves favourites apart from outsiders. */
function outrightMarkets({ selections, logStrengths, firstRank = 0 }: Outright): Market[] {
  return selections.map((name, index) => ({
    selections: [
      {
        name,
        type: 'outright',
        chance({ rating }) {
          const weights = logStrengths.map((one) => Math.exp((1 + rating.players) * one));
          const all = weights.reduce((sum, weight) => sum + weight);
          return (weights[firstRank + index] ?? 0) / all;
        },
      },
    ],
    isComplete: false,
  }));
}
