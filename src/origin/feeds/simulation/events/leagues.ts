import { baseball } from '../sports/baseball.ts';
import { basketball } from '../sports/basketball.ts';
import { football } from '../sports/football.ts';
import { hockey } from '../sports/hockey.ts';
import { soccer } from '../sports/soccer.ts';
import type { Sport } from '../sports/sport.ts';
import { tennis } from '../sports/tennis.ts';
import { atp, epl, laLiga, mlb, nba, ncaab, ncaaf, nfl, nhl, serieA, wta } from './teams.ts';

export interface League {
  readonly id: string;
  readonly sport: Sport;
  /** The average total score of its games; in tennis, of games. */
  readonly averageTotal: number;
  /** Whether books offer many markets on its games. */
  readonly isLarge: boolean;
  /** Teams, or players in an individual sport. */
  readonly teams: readonly string[];
}

/** The leagues of the simulation. */
export const LEAGUES: readonly League[] = [
  { id: 'nba', sport: basketball, averageTotal: 228, isLarge: true, teams: nba },
  { id: 'ncaab', sport: basketball, averageTotal: 146, isLarge: false, teams: ncaab },
  { id: 'nfl', sport: football, averageTotal: 45, isLarge: true, teams: nfl },
  { id: 'ncaaf', sport: football, averageTotal: 53, isLarge: false, teams: ncaaf },
  { id: 'mlb', sport: baseball, averageTotal: 8.7, isLarge: true, teams: mlb },
  { id: 'nhl', sport: hockey, averageTotal: 6.1, isLarge: true, teams: nhl },
  { id: 'epl', sport: soccer, averageTotal: 2.8, isLarge: true, teams: epl },
  { id: 'la_liga', sport: soccer, averageTotal: 2.5, isLarge: true, teams: laLiga },
  { id: 'serie_a', sport: soccer, averageTotal: 2.6, isLarge: true, teams: serieA },
  { id: 'atp', sport: tennis, averageTotal: 23, isLarge: false, teams: atp },
  { id: 'wta', sport: tennis, averageTotal: 21.5, isLarge: false, teams: wta },
];
