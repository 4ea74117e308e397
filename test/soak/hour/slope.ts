/** How a figure moves with time. */
export interface Slope {
  /** The change in an hour, as a share of the figure's mean. */
  readonly perHour: number;
  /** The standard error of `perHour`. */
  readonly error: number;
}

const MINUTES = 60;

/**
 * The slope by least squares of a figure that is read once a minute. What another figure explains,
 * such as the number of prices on the board, is left out of it.
 */
export function slopeOf(values: readonly number[], explained: readonly number[]): Slope {
  const minutes = residuals(
    values.map((_, minute) => minute),
    explained,
  );
  const rest = residuals(values, explained);
  const spread = sum(minutes.map((x) => x * x));
  const slope = sum(minutes.map((x, i) => x * (rest[i] ?? 0))) / spread;
  const errors = sum(minutes.map((x, i) => ((rest[i] ?? 0) - slope * x) ** 2));
  const unit = MINUTES / (sum(values) / values.length);
  return {
    perHour: slope * unit,
    error: Math.sqrt(errors / (values.length - 3) / spread) * unit,
  };
}

/** What is left of values beyond a straight line through another figure. */
function residuals(values: readonly number[], of: readonly number[]): number[] {
  const mean = sum(values) / values.length;
  const meanOf = sum(of) / of.length;
  const spread = sum(of.map((x) => (x - meanOf) ** 2));
  const slope =
    spread === 0 ? 0 : sum(of.map((x, i) => (x - meanOf) * ((values[i] ?? 0) - mean))) / spread;
  return values.map((value, i) => value - mean - slope * ((of[i] ?? 0) - meanOf));
}

function sum(values: Iterable<number>): number {
  return Iterator.from(values).reduce((total, value) => total + value, 0);
}
