import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeMargin } from '../../../src/models/fair-prices/remove-margin.ts';

const METHODS = ['POWER', 'MULTIPLICATIVE'] as const;

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

describe.each(METHODS)('%s', (method) => {
  test('fair probabilities add up to 1 and keep the order of the sides, for any margin', () => {
    fc.assert(
      fc.property(SIDES, (implied) => {
        const fair = removeMargin(implied, method);
        expect(sum(fair)).toBeCloseTo(1, 12);
        for (const [i, one] of implied.entries()) {
          expect(fair[i]).toBeGreaterThanOrEqual(0);
          for (const [j, other] of implied.entries()) {
            if (one > other) expect(fair[i]).toBeGreaterThanOrEqual(fair[j] ?? Number.NaN);
          }
        }
      }),
    );
  });

  test('equal sides are equally probable, and a market without a margin stays as it is', () => {
    expect(removeMargin([0.55, 0.55], method)).toEqual([0.5, 0.5]);
    const fair = removeMargin([0.5, 0.3, 0.2], method);
    for (const [side, expected] of [0.5, 0.3, 0.2].entries()) {
      expect(fair[side]).toBeCloseTo(expected, 12);
    }
  });

  test('extreme prices give finite numbers', () => {
    for (const implied of [
      [0.999_999_9, 0.999_999_9],
      [0.999_999_9, 1e-9],
      [1e-9, 1e-9],
      [1e-9, 1e-6, 0.01],
      [0.999, 0.999, 0.999, 0.999, 0.999],
    ]) {
      expect(sum(removeMargin(implied, method))).toBeCloseTo(1, 9);
    }
  });
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

test('the multiplicative method divides by the sum', () => {
  fc.assert(
    fc.property(SIDES, (implied) => {
      for (const [side, fair] of removeMargin(implied, 'MULTIPLICATIVE').entries()) {
        expect(fair).toBeCloseTo((implied[side] ?? 0) / sum(implied), 12);
      }
    }),
  );
});

test('the power method takes more margin from longshots than the multiplicative one', () => {
  const implied = [1 / 1.25, 1 / 4.2]; // 0.8 and 0.238, with a margin of 3.8 %.
  const [, power = 1] = removeMargin(implied, 'POWER');
  const [, multiplicative = 0] = removeMargin(implied, 'MULTIPLICATIVE');
  expect(power).toBeLessThan(multiplicative);
  expect(power).toBeCloseTo(0.2135, 4); // With k = 1.076.
});
