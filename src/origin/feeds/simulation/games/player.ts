import type { Side } from '../../../games/live-reports.ts';
import type { Random } from '../random.ts';
import type { ScoreModel } from '../score-models/score-model.ts';

/** A statistic that is recorded for each player. */
export interface PlayerStatistic {
  readonly name: string;
  /** The average of the side's last player and of its best one. */
  readonly average: readonly [number, number];
  /** Standard deviation in one game divided by the root of the average: 1 for a Poisson count. */
  readonly dispersion: number;
  /** Whether the average is a share of what the side scores. */
  readonly isShareOfScore: boolean;
  /** The ranks of the players who record it; 0 is the best of the side. */
  readonly ranks: readonly [from: number, to: number];
}

/** How far a player's average may be from the usual one of the rank, as a factor. */
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
  /** Multiplies every average; player news changes it. */
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

  /** The expected value of the statistic in this game. */
  mean(statistic: PlayerStatistic, model: ScoreModel): number {
    const average = this.#averages.get(statistic.name) ?? this.#drawAverage(statistic);
    return this.form * average * (statistic.isShareOfScore ? model.expected[this.side] : 1);
  }

  #drawAverage({ name, average: [lowest, highest], ranks: [from, to] }: PlayerStatistic): number {
    const last = Math.min(to, this.#squadSize - 1);
    const fall = last === from ? 0 : (this.rank - from) / (last - from);
    const usual = lowest + (highest - lowest) * (1 - fall) ** 2;
    const average = usual * this.#random.between(...VARIATION);
    this.#averages.set(name, average);
    return average;
  }
}
