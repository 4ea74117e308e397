import type { Opinion, Tally } from './score-model.ts';

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
