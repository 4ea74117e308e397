import type { Market } from '../markets/market.ts';
import type { Random } from '../random.ts';
import { scoreModel } from '../scores/score-model.ts';
import type { EventSpec } from './event-spec.ts';
import { LEAGUES, type League } from './leagues.ts';
import { squadOf } from './player-names.ts';

const DAY_MS = 24 * 3600_000;

/** How many days after the start of the simulation a season is decided. */
const DAYS_TO_SETTLEMENT: readonly [number, number] = [40, 200];

/** How many teams of a league also have an event of their own, on whether they win, with Yes as the only selection. */
const YES_ONLY_EVENTS = 3;

const NEWS_CHANCE = 1 / 1200;

/** Standard deviation of the logarithm of the entrants' strengths. */
const STRENGTH_DEVIATION = 1.1;

/** One question about a season. Its event has no teams, and its one market no lines. */
interface Outright {
  readonly name: string;
  readonly marketType: string;
  /** Published as the home team, because the event has none; often empty. */
  readonly title?: string;
  /** The selections that books offer, one for each entrant or for the strongest ones only; the strongest first. */
  readonly selections: readonly string[];
}

/** The outrights on the seasons of the large leagues. */
export function seasonSpecs(now: number, random: Random): EventSpec[] {
  return LEAGUES.filter(({ isLarge }) => isLarge).flatMap((league) => {
    const settledAt = Math.ceil(now / DAY_MS + random.integer(...DAYS_TO_SETTLEMENT)) * DAY_MS;
    return outrightsOf(league).map((one) => specOf(one, league, settledAt, random));
  });
}

function outrightsOf(league: League): Outright[] {
  const { teams } = league;
  return [
    { name: 'winner', marketType: 'championship_winner', selections: teams },
    { name: 'best_record', marketType: 'outright', title: 'Best Record', selections: teams },
    {
      name: 'most_valuable_player',
      marketType: 'season_leader',
      title: 'Most Valuable Player',
      selections: teams.flatMap((team) => squadOf(league, team).slice(0, 1)),
    },
    ...teams.slice(0, YES_ONLY_EVENTS).map((team, index) => ({
      name: `will_number_${index + 1}_win`,
      marketType: 'championship_winner',
      selections: [`Will ${team} win?: Yes`],
    })),
  ];
}

function specOf(outright: Outright, league: League, settledAt: number, random: Random): EventSpec {
  const { name, title = '', marketType } = outright;
  const start = new Date(settledAt).toISOString();
  const strengths = league.teams.map(() => STRENGTH_DEVIATION * random.normal());
  const markets = marketsOn(
    outright,
    strengths.sort((one, other) => other - one),
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
    game: null,
    scoreModel: (rating) => scoreModel(rating, league.sport.usual.deviation),
    rating: { scoreMargin: 0, total: 0, players: 0 },
    deviation: { scoreMargin: 0, total: 0, players: 1 },
    coverage: 'marquee',
    marketTypes: [{ type: marketType, group: 'outright', markets }],
    newsChance: NEWS_CHANCE,
  };
}

/** A market for each selection: whether the entrant wins. The rating moves favourites apart from outsiders. */
function marketsOn({ selections }: Outright, strengths: readonly number[]): Market[] {
  return selections.map((name, entrant) => ({
    selections: [
      {
        name,
        type: 'outright',
        chance({ rating }) {
          const weights = strengths.map((strength) => Math.exp((1 + rating.players) * strength));
          const all = weights.reduce((sum, weight) => sum + weight);
          return (weights[entrant] ?? 0) / all;
        },
      },
    ],
    isComplete: false,
  }));
}
