import type { Game } from '../games/game.ts';
import { type Market, marketOf } from '../markets/market.ts';
import type { Random } from '../random.ts';
import { type ScoreModel, scoreModel } from '../scores/score-model.ts';
import type { EventSpec } from './event-spec.ts';
import type { League } from './leagues.ts';
import { Player, type Rosters } from './players.ts';

const DAY_MS = 24 * 3600_000;

/** How many days after the start of the simulation a season is decided. */
const DAYS_TO_SETTLEMENT: readonly [number, number] = [40, 200];

/** How many teams of a league also have an event of their own, on whether they win, with Yes as the only selection. */
const YES_ONLY_EVENTS = 3;

const NEWS_CHANCE = { game: 0, player: 1 / 1200 };

/** Standard deviation of the logarithm of the entrants' strengths. */
const STRENGTH_DEVIATION = 1.1;

/** The highest probability of any entrant to take one winning place. */
const MAX_WIN_PROBABILITY = 0.95;

const NOTHING = { scoreMargin: 0, total: 0 };

/** A season is over as soon as it starts: its event starts when it is decided. */
class Season implements Game {
  isOver = false;

  advance(): boolean {
    this.isOver = true;
    return false;
  }

  scoreModel(): ScoreModel {
    return scoreModel(NOTHING, { total: 0, deviation: NOTHING });
  }

  status(): null {
    return null;
  }
}

/** One question about a season. Its event has no teams, and its one market no lines. */
interface Outright {
  readonly name: string;
  readonly marketType: string;
  /** Published as the home team, because the event has none; often empty. */
  readonly title: string;
  /** The selections that books offer, one for each entrant or for the strongest ones only; the strongest first. */
  readonly selections: readonly string[];
  /** How many entrants win. */
  readonly winnerCount: number;
}

/** The outrights on the seasons of the large ones of these leagues. */
export function seasonSpecs(
  leagues: readonly League[],
  now: number,
  rosters: Rosters,
  random: Random,
): EventSpec[] {
  return leagues
    .filter(({ isLarge }) => isLarge)
    .flatMap((league) => {
      const settledAt = Math.ceil(now / DAY_MS + random.integer(...DAYS_TO_SETTLEMENT)) * DAY_MS;
      return outrightsOf(league, rosters).map((one) => specOf(one, league, settledAt, random));
    });
}

function outrightsOf({ id, teams }: League, rosters: Rosters): Outright[] {
  const winner = { marketType: 'championship_winner', title: '', winnerCount: 1 };
  return [
    { ...winner, name: 'winner', selections: teams },
    {
      name: 'to_reach_the_final',
      marketType: 'outright',
      title: 'To Reach the Final',
      selections: teams,
      winnerCount: 2,
    },
    {
      name: 'most_valuable_player',
      marketType: 'season_leader',
      title: 'Most Valuable Player',
      selections: teams.flatMap((team) => rosters.of(`${id} ${team}`).slice(0, 1)),
      winnerCount: 1,
    },
    ...teams.slice(0, YES_ONLY_EVENTS).map((team, index) => ({
      ...winner,
      name: `will_number_${index + 1}_win`,
      selections: [`Will ${team} win?: Yes`],
    })),
  ];
}

function specOf(outright: Outright, league: League, settledAt: number, random: Random): EventSpec {
  const { name, title, marketType } = outright;
  const start = new Date(settledAt).toISOString();
  const entrants = league.teams.map(
    (team, rank) => new Player(team, 'home', rank, league.teams.length, random),
  );
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
    game: new Season(),
    rating: { ...NOTHING },
    deviation: NOTHING,
    players: entrants,
    coverage: 'marquee',
    marketTypes: [
      { type: marketType, group: 'outright', markets: marketsOn(outright, entrants, random) },
    ],
    newsChance: NEWS_CHANCE,
  };
}

/** A market for each selection: whether the entrant is one of the winners. */
function marketsOn(
  { selections, winnerCount }: Outright,
  entrants: readonly Player[],
  random: Random,
): Market[] {
  const strengths = entrants
    .map(() => Math.exp(STRENGTH_DEVIATION * random.normal()))
    .sort((one, other) => other - one);
  const strengthOf = (entrant: number) =>
    (strengths[entrant] ?? 0) * (entrants[entrant]?.form ?? 1);
  return selections.map((name, entrant) => {
    const chances = (_game: ScoreModel, bias: number) => {
      const all = strengths.reduce((sum, _, index) => sum + strengthOf(index), 0);
      const wins = (strengthOf(entrant) * Math.exp(bias)) / all;
      return [1 - (1 - Math.min(wins, MAX_WIN_PROBABILITY)) ** winnerCount];
    };
    return marketOf([{ name, type: 'outright' }], chances);
  });
}
