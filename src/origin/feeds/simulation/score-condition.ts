/** Whole numbers between two bounds, both included. */
export type Range = readonly [from: number, to: number];

/**
 * Final scores that have all of the given in common: the home side's lead, both scores together, or
 * either score. Every bet on the score of a game wins in one region of scores.
 */
export interface Region {
  readonly margin?: Range;
  readonly total?: Range;
  readonly home?: Range;
  readonly away?: Range;
  readonly isOdd?: boolean;
}

/** Everything above a line, which may be a half number. */
export function above(line: number): Range {
  return [Math.floor(line) + 1, Number.POSITIVE_INFINITY];
}

/** Everything below a line. */
export function below(line: number): Range {
  return [Number.NEGATIVE_INFINITY, Math.ceil(line) - 1];
}

export function exactly(number: number): Range {
  return [number, number];
}

export function includes([from, to]: Range, number: number): boolean {
  return from <= number && number <= to;
}
