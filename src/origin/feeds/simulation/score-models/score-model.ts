import type { Figure, ScoreCondition } from '../score-condition.ts';

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
  readonly expected: Readonly<Record<Figure, number>>;
  probability(condition: ScoreCondition): number;
  /** The model of one period with this share of the game's scores. Valid only before the game starts. */
  period(share: number): ScoreModel;
  /**
   * The model of a count besides the score, such as corners, with this average in a usual game, both sides
   * together. Valid only before the game starts.
   */
  count(average: number): ScoreModel;
}

/** The usual game of a sport. */
export interface UsualGame {
  /** The expected total. */
  readonly total: number;
  /** Standard deviations of results around a rating. Books' errors and effects of news are multiples of them. */
  readonly deviation: Readonly<MarginAndTotal>;
}

/** A score and the share of the game that is still to be played, from 1 to 0. */
export interface CurrentScore {
  readonly home: number;
  readonly away: number;
  readonly remaining: number;
}

export const NOT_STARTED: CurrentScore = { home: 0, away: 0, remaining: 1 };

export function scaled({ margin, total }: Readonly<MarginAndTotal>, factor: number) {
  return { margin: margin * factor, total: total * factor };
}
