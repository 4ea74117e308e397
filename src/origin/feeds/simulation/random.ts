import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** A seeded random generator. The same seed and the same calls give the same values. */
export class Random {
  readonly #generator: RandomGenerator;
  #lastRef = 0;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return uniformFloat64(this.#generator);
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.uniform();
  }

  /** A whole number, both bounds included. */
  integer(from: number, to: number): number {
    return uniformInt(this.#generator, from, to);
  }

  /** Standard normal, by the Box–Muller transform. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /**
   * The identity of a new price, counted here because all events of a simulation share one generator. `ref` identifies
   * the price on the board. `id` is what clients see: 11 to 19 digits, the last ten unique.
   */
  priceIdentity(): { readonly ref: number; readonly id: string } {
    const ref = ++this.#lastRef;
    return { ref, id: `${this.integer(1, 900_000_000)}${String(ref).padStart(10, '0')}` };
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list.');
    return item;
  }
}
