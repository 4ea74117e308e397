import { LEAGUES, type League } from './leagues.ts';
import { SQUAD_SIZE } from './players.ts';
import { names } from './teams.ts';

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
