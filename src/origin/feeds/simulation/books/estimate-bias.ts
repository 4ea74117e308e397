import type { Random } from '../random.ts';

/** A book's error is an autoregressive process: this share of it remains when the book reprices. */
export const ERROR_PERSISTENCE = 0.93;
/** The factor of the new part of the error, which keeps the variance of the whole constant. */
export const ERROR_INNOVATION = Math.sqrt(1 - ERROR_PERSISTENCE ** 2);

/** For markets that books estimate without bias. */
export const NO_BIAS = { value: 0 };

/**
 * By how many standard deviations a book overrates a player. For an entrant of an outright, the logarithm of the
 * factor by which it overrates the strength.
 */
export class EstimateBias {
  readonly #deviation: number;
  #value: number;

  constructor(deviation: number, random: Random) {
    this.#deviation = deviation;
    this.#value = deviation * random.normal();
  }

  get value(): number {
    return this.#value;
  }

  update(random: Random): void {
    const innovation = this.#deviation * ERROR_INNOVATION * random.normal();
    this.#value = ERROR_PERSISTENCE * this.#value + innovation;
  }
}
