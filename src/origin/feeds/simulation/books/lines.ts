/** Lines stay while they are no further than this many steps from what the book believes. */
const TOLERANCE = 0.85;

/** The half number nearest to `center`, or `current` where it is near enough. */
export function nextLine(center: number, current: number | null): number {
  if (current !== null && Math.abs(center - current) <= TOLERANCE) return current;
  return Math.floor(center) + 0.5;
}

/**
 * The probability to win on a line, of all cases in which a bet wins or loses. A stake on a quarter
 * line stands half on either line beside it, and comes back where a result is on the line. `winsAt`
 * and `losesAt` are the probabilities to be beyond a line and short of it.
 */
export function chanceAt(
  line: number,
  winsAt: (line: number) => number,
  losesAt: (line: number) => number,
): number {
  const halves = Number.isInteger(line * 2) ? [line] : [line - 0.25, line + 0.25];
  const wins = halves.reduce((sum, half) => sum + winsAt(half), 0);
  const loses = halves.reduce((sum, half) => sum + losesAt(half), 0);
  return wins + loses === 0 ? 0 : wins / (wins + loses);
}
