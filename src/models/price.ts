import type { Price } from '../generated/schema-types.ts';

/**
 * Decimal odds as upstream sends them. If it has none it sends 0, or another number below 1; then they
 * are computed from the American odds. American odds of 0 count as a bet that wins nothing.
 */
export function decimalOdds(american: number, decimal: number): number {
  if (decimal >= 1) return decimal;
  return american >= 0 ? 1 + american / 100 : 1 + 100 / -american;
}

/** The implied probability of a price, 0.0 to 1.0, including the vig. */
export function impliedProbability(american: number, decimal: number): number {
  return 1 / decimalOdds(american, decimal);
}

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

/** The price of a bet that wins with this probability, above 0 and below 1, without any margin. */
export function priceFromProbability(probability: number): Price {
  const decimal = 1 / probability;
  const profit = decimal - 1;
  return { american: profit >= 1 ? profit * 100 : -100 / profit, decimal, probability };
}
