import type { Price } from '../generated/schema-types.ts';

/**
 * Decimal odds as upstream sends them. Feeds send 0, or another number below 1, where they have none:
 * then they are computed from the American odds, and American odds of 0 are taken to win nothing.
 */
export function decimalOdds(american: number, decimal: number): number {
  if (decimal >= 1) return decimal;
  return american >= 0 ? 1 + american / 100 : 1 + 100 / -american;
}

/** The probability that a price implies, 0.0 to 1.0, the bookmaker's margin included. */
export function impliedProbability(american: number, decimal: number): number {
  return 1 / decimalOdds(american, decimal);
}

/** A price in all notations; without `probability` it is the one that the price implies. */
export function price(american: number, decimal: number, probability?: number | null): Price {
  return {
    american,
    decimal: decimalOdds(american, decimal),
    probability: probability ?? impliedProbability(american, decimal),
  };
}

/** A price of which upstream sends the American odds alone. */
export function priceFromAmerican(american: number): Price {
  return price(american, 0);
}
