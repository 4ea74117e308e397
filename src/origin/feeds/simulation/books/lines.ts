/** A line stays while it is at most this far from the expected value, in points, goals or whatever it counts. */
const TOLERANCE = 0.85;

/** `current` if it is close enough to `expectation`, else the nearest number that ends in .5. */
export function nextLine(expectation: number, current: number | null): number {
  if (current !== null && Math.abs(expectation - current) <= TOLERANCE) return current;
  return Math.floor(expectation) + 0.5;
}

/**
 * The probability to win at a line, given that the stake is not returned. A stake on a quarter line
 * is split between the two neighbouring lines. A result on the line returns the stake. `wins` gives
 * the probability of a result beyond a line, `loses` that of a result short of it.
 */
export function winProbabilityAt(
  line: number,
  wins: (line: number) => number,
  loses: (line: number) => number,
): number {
  const lines = Number.isInteger(line * 2) ? [line] : [line - 0.25, line + 0.25];
  const won = lines.reduce((sum, one) => sum + wins(one), 0);
  const lost = lines.reduce((sum, one) => sum + loses(one), 0);
  return won + lost === 0 ? 0 : won / (won + lost);
}
