import type { Random } from './random.ts';

const FIRST_NAMES = [
  'Aaron',
  'Andre',
  'Anton',
  'Brandon',
  'Caleb',
  'Cole',
  'Damian',
  'Devin',
  'Elias',
  'Emil',
  'Gabriel',
  'Isaiah',
  'Jalen',
  'Jordan',
  'Julian',
  'Kai',
  'Lucas',
  'Malik',
  'Marcus',
  'Mateo',
  'Miles',
  'Nikola',
  'Oscar',
  'Quentin',
  'Rafael',
  'Rui',
  'Theo',
  'Tyler',
  'Victor',
  'Xavier',
];

const LAST_NAMES = [
  'Abbott',
  'Bergström',
  'Brooks',
  'Carrow',
  'Castellano',
  'Delgado',
  'Dubois',
  'Ellery',
  'Farrow',
  'Garza',
  'Hartley',
  'Holloway',
  'Ivanić',
  'Jansen',
  'Kovalenko',
  'Langford',
  'Maddox',
  'Mensah',
  'Navarro',
  'Novák',
  "O'Rourke",
  'Okafor',
  'Pereira',
  'Quarles',
  'Reyes',
  'Sandoval',
  'Tremblay',
  'Vasquez',
  'Whitlock',
  'Yamada',
];

/** Invented players, the same ones for a team in every game of it. */
export class Rosters {
  readonly #random: Random;
  readonly #players = new Map<string, readonly string[]>();
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** `size` names that no other team has. The size of the first call for a team stays. */
  of(team: string, size: number): readonly string[] {
    const known = this.#players.get(team);
    if (known !== undefined) return known;
    const players = Array.from({ length: size }, () => this.#newName());
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
