import type { Random } from '../random.ts';
import { LEAGUES, type League } from './leagues.ts';
import type { OutrightSpec } from './outright-event.ts';
import type { Rosters } from './rosters.ts';

const DAY = 24 * 3600_000;

/** How many days from the start on seasons are decided. */
const SEASON: readonly [number, number] = [40, 200];

/** The teams of a league that have an event of their own each, with the one answer Yes. */
const QUESTIONS = 3;

/** Every bet on the seasons of large leagues that is open at the start. */
export function outrightSpecs(now: number, rosters: Rosters, random: Random): OutrightSpec[] {
  return LEAGUES.filter(({ isLarge }) => isLarge).flatMap((league) => {
    const settledAt = Math.ceil(now / DAY + random.whole(...SEASON)) * DAY;
    return specsOf(league, settledAt, rosters);
  });
}

function specsOf(league: League, settledAt: number, rosters: Rosters): OutrightSpec[] {
  const { teams } = league;
  const stars = teams.flatMap((team) => rosters.of(`${league.id} ${team}`).slice(0, 1));
  const date = new Date(settledAt).toISOString().slice(0, 10);
  const spec = (
    name: string,
    traits: Pick<OutrightSpec, 'marketType' | 'title' | 'selections' | 'winners'>,
  ): OutrightSpec => ({
    id: `${league.id}_${name}_${date}`,
    league,
    entrants: teams.length,
    settledAt,
    ...traits,
  });
  return [
    spec('winner', {
      marketType: 'championship_winner',
      title: '',
      selections: teams,
      winners: 1,
    }),
    spec('to_reach_the_final', {
      marketType: 'outright',
      title: 'To Reach the Final',
      selections: teams,
      winners: 2,
    }),
    spec('most_valuable_player', {
      marketType: 'season_leader',
      title: 'Most Valuable Player',
      selections: stars,
      winners: 1,
    }),
    ...teams.slice(0, QUESTIONS).map((team, place) =>
      spec(`will_number_${place + 1}_win`, {
        marketType: 'championship_winner',
        title: '',
        selections: [`Will ${team} win?: Yes`],
        winners: 1,
      }),
    ),
  ];
}
