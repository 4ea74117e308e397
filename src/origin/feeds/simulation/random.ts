import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** Draws from one seeded sequence: the same seed and the same order of draws, the same values. */
export class Random {
  readonly #generator: RandomGenerator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** Uniform from 0 to below 1. */
  unit(): number {
    return uniformFloat64(this.#generator);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.unit();
  }

  /** A whole number, both bounds included. */
  whole(from: number, to: number): number {
    return uniformInt(this.#generator, from, to);
  }

  /** Standard normal, by the Box–Muller transform. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Nothing can be picked from an empty list.');
    return item;
  }
}
