import type { Random } from '../random.ts';

/** Issues the identity of every price in the simulation. */
export class PriceIds {
  readonly #random: Random;
  #last = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** `id` has 11 to 19 digits, of which the last ten are unique. */
  next(): { readonly ref: number; readonly id: string } {
    const ref = ++this.#last;
    return { ref, id: `${this.#random.integer(1, 900_000_000)}${String(ref).padStart(10, '0')}` };
  }
}
