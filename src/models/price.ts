import type { Price } from '../generated/graph.ts';

/** The probability that decimal odds imply, 0.0 to 1.0, the bookmaker's margin included. */
export function impliedProbability(decimal: number): number {
  return 1 / decimal;
}

/** A price of which upstream sends no probability. */
export function price(american: number, decimal: number): Price {
  return { american, decimal, probability: impliedProbability(decimal) };
}

/** A price of which upstream sends the American odds alone. */
export function priceFromAmerican(american: number): Price {
  return price(american, american > 0 ? 1 + american / 100 : 1 + 100 / -american);
}
