import type { Side } from '../../../games/live-reports.ts';
import type { ScoreCondition } from '../score-condition.ts';

/** Two figures about a score: one of the home side's margin, one of the sum of both scores. */
export interface MarginAndTotal {
  margin: number;
  total: number;
}

/**
 * The expected final margin and total of a game. In tennis it is about the share of points that a player
 * wins on their own serve: `margin` is the home player's share minus the away player's, `total` their mean.
 */
export type Rating = MarginAndTotal;

/** The probability distribution of a game's final score, or of a count in the game. */
export interface ScoreModel {
  /** The expected final score, in the units of the sport's lines, such as goals. */
  readonly expected: Readonly<MarginAndTotal & Record<Side, number>>;
  probability(condition: ScoreCondition): number;
  /** The model of one period with this share of the game's scores. Valid only before the game starts. */
  period(share: number): ScoreModel;
  /** The model of a statistic other than the score. Valid only before the game starts. */
  statistic(statistic: MatchStatistic): ScoreModel;
}

/** A count in a game besides its score, such as corners or sacks. */
export interface MatchStatistic {
  /** The average count of both sides together in a game whose expected total is `usualTotal`. */
  readonly average: number;
  readonly usualTotal: number;
  /** Standard deviation of the game's final score, not of the count. */
  readonly deviation: Readonly<MarginAndTotal>;
}

/** A score and the share of the game that is still to be played, from 1 to 0. */
export interface CurrentScore {
  readonly home: number;
  readonly away: number;
  readonly remaining: number;
}

export const NOT_STARTED: CurrentScore = { home: 0, away: 0, remaining: 1 };

/** What happens when the scores are level at the end. */
export type TieRule = 'tie-stands' | 'overtime';

export function scaled({ margin, total }: Readonly<Rating>, factor: number): Rating {
  return { margin: margin * factor, total: total * factor };
}

/**
 * The rating of a statistic, from that of the score. Its total is as many standard deviations above the
 * average count as the total score is above the usual one. The variance of the count equals its average.
 */
export function statisticRating(
  { average, usualTotal, deviation }: MatchStatistic,
  rating: Readonly<Rating>,
): Rating {
  const root = Math.sqrt(average);
  return {
    margin: (root * rating.margin) / deviation.margin,
    total: Math.max(average / 2, average + (root * (rating.total - usualTotal)) / deviation.total),
  };
}
