import type { Random } from '../random.ts';
import { FIRST_NAMES, LAST_NAMES } from './player-names.ts';

const SQUAD_SIZE = 12;

/** The invented players of every team. A team has the same ones in all of its games. */
export class Rosters {
  readonly #random: Random;
  readonly #players = new Map<string, readonly string[]>();
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The names of a team's players, best first. No other team has them. */
  of(team: string): readonly string[] {
    const known = this.#players.get(team);
    if (known !== undefined) return known;
    const players = Array.from({ length: SQUAD_SIZE }, () => this.#newName());
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
