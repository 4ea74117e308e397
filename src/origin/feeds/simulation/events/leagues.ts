import { SQUAD_SIZE } from '../markets/market.ts';
import { baseball } from '../sports/baseball.ts';
import { basketball } from '../sports/basketball.ts';
import { football } from '../sports/football.ts';
import { hockey } from '../sports/hockey.ts';
import { soccer } from '../sports/soccer.ts';
import type { Sport } from '../sports/sport.ts';
import { tennis } from '../sports/tennis.ts';
import { atp, epl, laLiga, mlb, names, nba, ncaab, ncaaf, nfl, nhl, serieA, wta } from './teams.ts';

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

const TEAMS = LEAGUES.flatMap(({ id, teams }) => teams.map((team) => `${id} ${team}`));

/** The invented players of a team, best first. A team has the same ones in all of its games, and no other has them. */
export function squadOf({ id }: League, team: string): string[] {
  const first = TEAMS.indexOf(`${id} ${team}`) * SQUAD_SIZE;
  return Array.from({ length: SQUAD_SIZE }, (_, rank) => playerName(first + rank));
}

/** Each pair of names is that of one number, since the lengths of the lists have no divisor in common. */
function playerName(number: number): string {
  const scattered = number * 1777;
  const first = FIRST_NAMES[scattered % FIRST_NAMES.length];
  return `${first} ${LAST_NAMES[scattered % LAST_NAMES.length]}`;
}

const FIRST_NAMES = names(`
  Aaron, Adrian, Alexis, Amir, Andre, Anton, Bastian, Brandon, Bruno, Caleb, Cedric, Cole, Corey,
  Damian, Dario, Desmond, Devin, Dominic, Elias, Emil, Erik, Ethan, Felix, Finn, Gabriel, Grant,
  Hugo, Isaiah, Ivan, Jalen, Jonas, Jordan, Julian, Kai, Kieran, Leon, Luca, Lucas, Malik, Marco,
  Marcus, Mateo, Miles, Nathan, Niko, Nikola, Oscar, Owen, Pablo, Quentin, Rafael, Ruben, Rui,
  Sami, Theo, Tomas, Tyler, Victor, Xavier, Zane
`);

const LAST_NAMES = names(`
  Abbott, Aldana, Ashby, Barros, Bergström, Bishop, Boateng, Brooks, Calloway, Cardoso, Carrow,
  Castellano, Cisneros, Crane, Dahl, Delgado, Dempsey, Drummond, Dubois, Ellery, Eriksen, Escobar,
  Everett, Falk, Farrow, Fontaine, Gallo, Garza, Grimes, Halvorsen, Hartley, Hendry, Holloway,
  Ibarra, Ivanić, Jansen, Juarez, Kessler, Kovalenko, Kowalski, Langford, Lindqvist, Lozano,
  Maddox, Marchetti, Mensah, Monroe, Nakamura, Navarro, Novák, Nwosu, O'Rourke, Okafor, Orozco,
  Ostrom, Pacheco, Pereira, Petrov, Quarles, Quintero, Ramsey, Reyes, Rhodes, Salazar, Sandoval,
  Sorensen, Thorne, Tremblay, Ueda, Valdez, Varga, Vasquez, Wexler, Whitlock, Winslow,
  Yamada, Yilmaz, Zeman, Zorn
`);
