/** Rounds a percentage to four decimals, which is finer than prices need. */
export function roundPercent(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Rounds a probability to six decimals: as fine as a percentage with four. */
export function roundProbability(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
