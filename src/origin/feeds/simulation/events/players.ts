import type { Side } from '../../price-feed.ts';
import type { ScoreModel } from '../scores/score-model.ts';

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

/** Whether the statistic is recorded for the player. */
export function records({ rank }: Player, statistic: PlayerStatistic): boolean {
  const [from, to] = statistic.ranks ?? [0, SQUAD_SIZE];
  return from <= rank && rank <= to;
}

/** The expected value of the statistic in this game, given a model of its score. */
export function meanOf(player: Player, statistic: PlayerStatistic, model: ScoreModel): number {
  const { rank, side, squadSize, form } = player;
  const [ofLowest, ofBest] = statistic.average;
  const [from, to] = statistic.ranks ?? [0, SQUAD_SIZE];
  const lowestRank = Math.min(to, squadSize - 1);
  // From the best player, at 0, to the lowest-ranked one, at 1.
  const distance = lowestRank === from ? 0 : (rank - from) / (lowestRank - from);
  const average = ofLowest + (ofBest - ofLowest) * (1 - distance) ** 2;
  return form * average * (statistic.isShareOfScore ? model.expected[side] : 1);
}
