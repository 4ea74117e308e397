import type { Side } from '../../price-feed.ts';

/** How many players a team has. */
export const SQUAD_SIZE = 12;

/** A statistic that is recorded for each player. */
export interface PlayerStatistic {
  /**
   * The average in a game of the lowest-ranked player who records it, and of the best one. If only one player of the
   * side records it, the second counts.
   */
  readonly average: readonly [lowestRanked: number, best: number];
  /** Standard deviation in one game divided by the square root of the average: by default 1, as of a Poisson count. */
  readonly dispersion?: number;
  /** Whether the averages are per goal or point that the side scores, not per game. */
  readonly isShareOfScore?: boolean;
  /** The ranks of the players who record it, 0 for the best of the side; by default all. */
  readonly ranks?: readonly [from: number, to: number];
}

/** A player in one game. */
export interface Player {
  readonly name: string;
  readonly side: Side;
  /** 0 is the best of the side. */
  readonly rank: number;
  readonly squadSize: number;
  /** Multiplies every average. */
  readonly form: number;
}
