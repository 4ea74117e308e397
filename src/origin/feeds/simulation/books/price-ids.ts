import type { Random } from '../random.ts';

/** Issues the identity of every price in the simulation. */
export class PriceIds {
  readonly #random: Random;
  #last = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** `ref` identifies the price on the board. `id` is what clients see: 11 to 19 digits, the last ten unique. */
  next(): { readonly ref: number; readonly id: string } {
    const ref = ++this.#last;
    return { ref, id: `${this.#random.integer(1, 900_000_000)}${String(ref).padStart(10, '0')}` };
  }
}
