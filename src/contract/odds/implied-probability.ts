/**
 * Decimal odds as upstream sends them. If it has none it sends 0, or a number up to 1; then they
 * are computed from the American odds, to twelve decimals. American odds of 0 count as a bet that wins nothing.
 */
export function decimalOdds(american: number, decimal: number): number {
  if (decimal > 1) return decimal;
  const profit = american >= 0 ? american / 100 : 100 / -american;
  return Math.round((1 + profit) * 1e12) / 1e12;
}

/** The implied probability of a price, 0.0 to 1.0, including the vig. */
export function impliedProbability(american: number, decimal: number): number {
  return 1 / decimalOdds(american, decimal);
}

/** The sum of probabilities. Of the implied ones of all sides it is 1, and the vig beyond that. */
export function sumOf(probabilities: readonly number[]): number {
  return probabilities.reduce((sum, probability) => sum + probability, 0);
}
