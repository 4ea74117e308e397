/** Rounds a percentage to four decimals, which is finer than any price. */
export function percent(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Rounds a probability to six decimals, as fine as a percentage. */
export function probability(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
