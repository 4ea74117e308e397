import type { Random } from '../random.ts';

const FIRST_NAMES = [
  'Aaron',
  'Adrian',
  'Alexis',
  'Amir',
  'Andre',
  'Anton',
  'Bastian',
  'Brandon',
  'Bruno',
  'Caleb',
  'Cedric',
  'Cole',
  'Corey',
  'Damian',
  'Dario',
  'Desmond',
  'Devin',
  'Dominic',
  'Elias',
  'Emil',
  'Erik',
  'Ethan',
  'Felix',
  'Finn',
  'Gabriel',
  'Grant',
  'Hugo',
  'Isaiah',
  'Ivan',
  'Jalen',
  'Jonas',
  'Jordan',
  'Julian',
  'Kai',
  'Kieran',
  'Leon',
  'Luca',
  'Lucas',
  'Malik',
  'Marco',
  'Marcus',
  'Mateo',
  'Miles',
  'Nathan',
  'Niko',
  'Nikola',
  'Oscar',
  'Owen',
  'Pablo',
  'Quentin',
  'Rafael',
  'Ruben',
  'Rui',
  'Sami',
  'Theo',
  'Tomas',
  'Tyler',
  'Victor',
  'Xavier',
  'Zane',
];

const LAST_NAMES = [
  'Abbott',
  'Aldana',
  'Ashby',
  'Barros',
  'Bergström',
  'Bishop',
  'Boateng',
  'Brooks',
  'Calloway',
  'Cardoso',
  'Carrow',
  'Castellano',
  'Cisneros',
  'Crane',
  'Dahl',
  'Delgado',
  'Dempsey',
  'Drummond',
  'Dubois',
  'Ellery',
  'Eriksen',
  'Escobar',
  'Everett',
  'Falk',
  'Farrow',
  'Fontaine',
  'Gallo',
  'Garza',
  'Grimes',
  'Halvorsen',
  'Hartley',
  'Hendry',
  'Holloway',
  'Ibarra',
  'Ivanić',
  'Jansen',
  'Juarez',
  'Kessler',
  'Kovalenko',
  'Kowalski',
  'Langford',
  'Lindqvist',
  'Lozano',
  'Maddox',
  'Marchetti',
  'Mensah',
  'Monroe',
  'Nakamura',
  'Navarro',
  'Novák',
  'Nwosu',
  "O'Rourke",
  'Okafor',
  'Orozco',
  'Ostrom',
  'Pacheco',
  'Pereira',
  'Petrov',
  'Quarles',
  'Quintero',
  'Ramsey',
  'Reyes',
  'Rhodes',
  'Salazar',
  'Sandoval',
  'Sorensen',
  'Thorne',
  'Tremblay',
  'Ueda',
  'Valdez',
  'Varga',
  'Vasquez',
  'Wexler',
  'Whitlock',
  'Winslow',
  'Xiong',
  'Yamada',
  'Yilmaz',
  'Zeman',
  'Zorn',
];

/** How many players of a team are known. */
const SIZE = 12;

/** Invented players, the same ones for a team in every game of it. */
export class Rosters {
  readonly #random: Random;
  readonly #players = new Map<string, readonly string[]>();
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Names that no other team has. */
  of(team: string): readonly string[] {
    const known = this.#players.get(team);
    if (known !== undefined) return known;
    const players = Array.from({ length: SIZE }, () => this.#newName());
    this.#players.set(team, players);
    return players;
  }

  #newName(): string {
    for (;;) {
      const first = this.#random.pick(FIRST_NAMES);
      const name = `${first} ${this.#random.pick(LAST_NAMES)}`;
      if (!this.#taken.has(name)) {
        this.#taken.add(name);
        return name;
      }
    }
  }
}
