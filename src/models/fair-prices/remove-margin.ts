import { sumOf } from '../../contract/odds/implied-probability.ts';
import type { FairPriceMethod } from '../../generated/schema-types.ts';

/** Newton's method takes some ten steps; this bounds it. */
const STEPS_MAX = 100;

/**
 * The fair probabilities of a market: those that a sportsbook's implied probabilities, one for each
 * side and each between 0 and 1, become once its margin is removed. They add up to 1. Both methods are
 * defined for any sum, also of 1 or below. See Clarke, Kovalchik and Ingram, "Adjusting Bookmaker's
 * Odds to Allow for Overround" (2017).
 */
export function removeMargin(implied: readonly number[], method: FairPriceMethod): number[] {
  if (method === 'MULTIPLICATIVE') return normalized(implied);
  const exponent = powerExponent(implied);
  return normalized(implied.map((probability) => probability ** exponent));
}

function normalized(weights: readonly number[]): number[] {
  const sum = sumOf(weights);
  return weights.map((weight) => weight / sum);
}

/**
 * The exponent k for which the sum of all p^k is 1, by Newton's method. The sum falls with k, and is
 * convex. So starting where it is at least 1, every step goes up and none goes beyond the solution: it
 * is reached when a step no longer goes up.
 */
function powerExponent(implied: readonly number[]): number {
  let exponent = sumOf(implied) >= 1 ? 1 : 0; // For k = 0 the sum is the number of sides.
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const powers = implied.map((probability) => probability ** exponent);
    const slope = sumOf(powers.map((power, side) => power * Math.log(implied[side] ?? 1)));
    const next = exponent - (sumOf(powers) - 1) / slope;
    if (!(next > exponent)) return exponent;
    exponent = next;
  }
  return exponent;
}
