import type { Side } from '../../../games/live-reports.ts';
import type { Random } from '../random.ts';
import type { ScoreModel } from '../score-models/score-model.ts';

/** A statistic that is recorded for each player. */
export interface PlayerStatistic {
  readonly name: string;
  /**
   * The average in a game of the lowest-ranked player who records it, and of the best one. If only one player of the
   * side records it, the second counts.
   */
  readonly average: readonly [lowestRanked: number, best: number];
  /** Standard deviation in one game divided by the square root of the average: 1 for a Poisson count. */
  readonly dispersion: number;
  /** Whether the averages are per goal or point that the side scores, not per game. */
  readonly isShareOfScore: boolean;
  /** The ranks of the players who record it; 0 is the best of the side. */
  readonly ranks: readonly [from: number, to: number];
}

/** The lowest and the highest factor by which a player's average differs from the usual one of the rank. */
const VARIATION: readonly [number, number] = [0.8, 1.2];

/** A player in one game. */
export class Player {
  readonly name: string;
  readonly side: Side;
  /** 0 is the best of the side. */
  readonly rank: number;
  readonly #squadSize: number;
  readonly #random: Random;
  readonly #averages = new Map<string, number>();
  /** Multiplies every average. News about the player changes it. */
  form = 1;

  constructor(name: string, side: Side, rank: number, squadSize: number, random: Random) {
    this.name = name;
    this.side = side;
    this.rank = rank;
    this.#squadSize = squadSize;
    this.#random = random;
  }

  /** Whether the statistic is recorded for the player. */
  records({ ranks: [from, to] }: PlayerStatistic): boolean {
    return from <= this.rank && this.rank <= to;
  }

  /** The expected value of the statistic in this game, given a model of its score. */
  mean(statistic: PlayerStatistic, model: ScoreModel): number {
    const average = this.#averages.get(statistic.name) ?? this.#drawAverage(statistic);
    return this.form * average * (statistic.isShareOfScore ? model.expected[this.side] : 1);
  }

  #drawAverage({ name, average: [ofLowest, ofBest], ranks: [from, to] }: PlayerStatistic): number {
    const lowestRank = Math.min(to, this.#squadSize - 1);
    // From the best player, at 0, to the lowest-ranked one, at 1.
    const distance = lowestRank === from ? 0 : (this.rank - from) / (lowestRank - from);
    const usual = ofLowest + (ofBest - ofLowest) * (1 - distance) ** 2;
    const average = usual * this.#random.between(...VARIATION);
    this.#averages.set(name, average);
    return average;
  }
}
