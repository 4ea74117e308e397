import type { Opinion } from './sport.ts';

/** A score with the share of the game that is still to be played, 1 before it begins. */
export interface ScoreSoFar {
  readonly home: number;
  readonly away: number;
  readonly left: number;
}

export const NOT_BEGUN: ScoreSoFar = { home: 0, away: 0, left: 1 };

export function scaled({ margin, total }: Readonly<Opinion>, factor: number): Opinion {
  return { margin: margin * factor, total: total * factor };
}

/** Something that is counted in a game beside its scores. */
export interface Tally {
  /** What both sides reach together in a game whose total is the usual one. */
  readonly average: number;
  readonly usual: number;
  readonly scatter: Readonly<Opinion>;
}

/**
 * An opinion of what is counted, from one of the score: by as many deviations as the score is above
 * the usual one, so is the count, whose variance is its average.
 */
export function counted({ average, usual, scatter }: Tally, opinion: Readonly<Opinion>): Opinion {
  const deviation = Math.sqrt(average);
  return {
    margin: (deviation * opinion.margin) / scatter.margin,
    total: Math.max(average / 2, average + (deviation * (opinion.total - usual)) / scatter.total),
  };
}
