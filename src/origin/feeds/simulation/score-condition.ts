/** Whole numbers between two bounds, both included. */
export type Range = readonly [from: number, to: number];

/**
 * A condition on a final score. Every given part has to hold; an empty condition always holds.
 * `margin` is the home score minus the away score, `total` their sum.
 */
export interface ScoreCondition {
  readonly margin?: Range;
  readonly total?: Range;
  readonly home?: Range;
  readonly away?: Range;
  /** Whether the total is odd. */
  readonly isOdd?: boolean;
}

/** The whole numbers above a line such as 2, 2.5 or 2.25. */
export function above(line: number): Range {
  return [Math.floor(line) + 1, Number.POSITIVE_INFINITY];
}

/** The whole numbers below a line. */
export function below(line: number): Range {
  return [Number.NEGATIVE_INFINITY, Math.ceil(line) - 1];
}

export function exactly(number: number): Range {
  return [number, number];
}

export function includes([from, to]: Range, number: number): boolean {
  return from <= number && number <= to;
}
