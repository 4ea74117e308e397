import type { Random } from '../random.ts';

/** How much of an error is still there when a book thinks again, and how much is new. */
export const ERROR_PERSISTENCE = 0.93;
export const ERROR_RENEWAL = Math.sqrt(1 - ERROR_PERSISTENCE ** 2);

/** Of who thinks as everybody does. */
export const LEVEL = { value: 0 };

/** By how many deviations a book thinks a player or an entrant better than average. */
export class Tilt {
  readonly #error: number;
  #value: number;

  constructor(error: number, random: Random) {
    this.#error = error;
    this.#value = error * random.normal();
  }

  get value(): number {
    return this.#value;
  }

  renew(random: Random): void {
    const renewal = this.#error * ERROR_RENEWAL * random.normal();
    this.#value = ERROR_PERSISTENCE * this.#value + renewal;
  }
}
