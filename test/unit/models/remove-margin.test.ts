import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeMargin } from '../../../src/models/fair-prices/remove-margin.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Implied probabilities from those of a price of 1,000,000 to those of 1.0001. */
const PROBABILITY = fc.double({ min: 1e-6, max: 0.9999, noNaN: true });
const SIDES = fc.array(PROBABILITY, { minLength: 2, maxLength: 5 });

/** The exponent by bisection, with which every probability has the same one: an independent calculation. */
function exponentByBisection(implied: readonly number[]): number {
  let [low, high] = [0, 1];
  const excess = (k: number) => sum(implied.map((p) => p ** k)) - 1;
  while (excess(high) > 0) high *= 2;
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

test('extreme prices give finite numbers', () => {
  for (const implied of [
    [0.999_999_9, 0.999_999_9],
    [0.999_999_9, 1e-9],
    [1e-9, 1e-9],
    [1e-9, 1e-6, 0.01],
    [0.999, 0.999, 0.999, 0.999, 0.999],
  ]) {
    expect(sum(removeMargin(implied, 'POWER'))).toBeCloseTo(1, 9);
  }
});

test('the power method agrees with an exponent found by bisection', () => {
  fc.assert(
    fc.property(SIDES, (implied) => {
      const exponent = exponentByBisection(implied);
      for (const [side, fair] of removeMargin(implied, 'POWER').entries()) {
        expect(fair).toBeCloseTo((implied[side] ?? 0) ** exponent, 9);
      }
    }),
  );
});
