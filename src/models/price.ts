import { decimalOdds, impliedProbability } from '../contract/odds/implied-probability.ts';
import type { Price } from '../generated/schema-types.ts';

/** A probability as upstream sends it, or the implied one if upstream sends none or an invalid one. */
export function statedProbability(
  stated: number | null | undefined,
  american: number,
  decimal: number,
): number {
  return stated && stated > 0 && stated <= 1 ? stated : impliedProbability(american, decimal);
}

/** A price in all formats; `probability` defaults to the implied probability. */
export function price(american: number, decimal: number, probability?: number | null): Price {
  return {
    american,
    decimal: decimalOdds(american, decimal),
    probability: statedProbability(probability, american, decimal),
  };
}

/** A price for which upstream only sends American odds. */
export function priceFromAmerican(american: number): Price {
  return price(american, 0);
}

/**
 * The price of a bet that wins with this probability, above 0 and below 1, without any margin. The American odds are
 * a whole number, as sportsbooks write them; the others are exact.
 */
export function priceFromProbability(probability: number): Price {
  const decimal = 1 / probability;
  const profit = decimal - 1;
  const american = Math.round(profit >= 1 ? profit * 100 : -100 / profit);
  return { american, decimal, probability };
}
