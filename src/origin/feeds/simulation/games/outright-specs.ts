import type { Random } from '../random.ts';
import { LEAGUES, type League } from './leagues.ts';
import type { OutrightSpec } from './outright-event.ts';
import type { Rosters } from './rosters.ts';

const DAY_MS = 24 * 3600_000;

/** How many days after the start of the simulation a season is decided. */
const DAYS_TO_SETTLEMENT: readonly [number, number] = [40, 200];

/** How many teams of a league also have an event of their own, on whether they win, with Yes as the only selection. */
const YES_ONLY_EVENTS = 3;

/** The outrights on the seasons of large leagues. */
export function outrightSpecs(now: number, rosters: Rosters, random: Random): OutrightSpec[] {
  return LEAGUES.filter(({ isLarge }) => isLarge).flatMap((league) => {
    const settledAt = Math.ceil(now / DAY_MS + random.integer(...DAYS_TO_SETTLEMENT)) * DAY_MS;
    return specsOf(league, settledAt, rosters);
  });
}

function specsOf(league: League, settledAt: number, rosters: Rosters): OutrightSpec[] {
  const { teams } = league;
  const stars = teams.flatMap((team) => rosters.of(`${league.id} ${team}`).slice(0, 1));
  const date = new Date(settledAt).toISOString().slice(0, 10);
  const spec = (
    name: string,
    traits: Pick<OutrightSpec, 'marketType' | 'title' | 'selections' | 'winnerCount'>,
  ): OutrightSpec => ({
    id: `${league.id}_${name}_${date}`,
    league,
    entrantCount: teams.length,
    settledAt,
    ...traits,
  });
  return [
    spec('winner', {
      marketType: 'championship_winner',
      title: '',
      selections: teams,
      winnerCount: 1,
    }),
    spec('to_reach_the_final', {
      marketType: 'outright',
      title: 'To Reach the Final',
      selections: teams,
      winnerCount: 2,
    }),
    spec('most_valuable_player', {
      marketType: 'season_leader',
      title: 'Most Valuable Player',
      selections: stars,
      winnerCount: 1,
    }),
    ...teams.slice(0, YES_ONLY_EVENTS).map((team, index) =>
      spec(`will_number_${index + 1}_win`, {
        marketType: 'championship_winner',
        title: '',
        selections: [`Will ${team} win?: Yes`],
        winnerCount: 1,
      }),
    ),
  ];
}
