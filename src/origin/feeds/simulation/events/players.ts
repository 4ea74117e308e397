import type { Side } from '../../../games/game-report.ts';
import type { Random } from '../random.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import { FIRST_NAMES, LAST_NAMES } from './player-names.ts';

const SQUAD_SIZE = 12;

/** The lowest and the highest factor by which a player's average differs from the usual one of the rank. */
const VARIATION: readonly [number, number] = [0.8, 1.2];

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

/** A player in one game, or an entrant of a season. */
export class Player {
  readonly name: string;
  readonly side: Side;
  /** 0 is the best of the side. */
  readonly rank: number;
  readonly #squadSize: number;
  readonly #random: Random;
  readonly #averages = new Map<PlayerStatistic, number>();
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
  records({ ranks: [from, to] = [0, SQUAD_SIZE] }: PlayerStatistic): boolean {
    return from <= this.rank && this.rank <= to;
  }

  /** The expected value of the statistic in this game, given a model of its score. */
  mean(statistic: PlayerStatistic, model: ScoreModel): number {
    const average = this.#averages.get(statistic) ?? this.#drawAverage(statistic);
    return this.form * average * (statistic.isShareOfScore ? model.expected[this.side] : 1);
  }

  #drawAverage(statistic: PlayerStatistic): number {
    const {
      average: [ofLowest, ofBest],
      ranks: [from, to] = [0, SQUAD_SIZE],
    } = statistic;
    const lowestRank = Math.min(to, this.#squadSize - 1);
    // From the best player, at 0, to the lowest-ranked one, at 1.
    const distance = lowestRank === from ? 0 : (this.rank - from) / (lowestRank - from);
    const usual = ofLowest + (ofBest - ofLowest) * (1 - distance) ** 2;
    const average = usual * this.#random.between(...VARIATION);
    this.#averages.set(statistic, average);
    return average;
  }
}

/** The invented players of every team. A team has the same ones in all of its games. */
export class Rosters {
  readonly #random: Random;
  readonly #players = new Map<string, readonly string[]>();
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The names of a team's players, best first. No other team has them. */
  of(team: string): readonly string[] {
    const known = this.#players.get(team);
    if (known !== undefined) return known;
    const players = Array.from({ length: SQUAD_SIZE }, () => this.#newName());
    this.#players.set(team, players);
    return players;
  }

  #newName(): string {
    for (;;) {
      const name = `${this.#random.pick(FIRST_NAMES)} ${this.#random.pick(LAST_NAMES)}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}
