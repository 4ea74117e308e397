import type { Price } from '../generated/graph.ts';

/** The one shape of a price. What the wire leaves out is computed: probability = 1 / decimal. */
export function price(american: number, decimal: number, probability?: number | null): Price {
  return { american, decimal, probability: probability ?? 1 / decimal };
}

/** A price of which upstream sends the American odds alone. */
export function priceFromAmerican(american: number): Price {
  const decimal = american > 0 ? 1 + american / 100 : 1 + 100 / -american;
  return price(american, decimal);
}
