import type { Side } from '../../../games/live-reports.ts';
import type { Random } from '../random.ts';
import type { Rating } from '../scores/scores.ts';
import { ClockGame, type ClockGameRules } from './clock-game.ts';
import { expectedOf, type GameStatus, opponentOf } from './game.ts';

interface Score {
  readonly play: string;
  readonly points: number;
}

export interface PossessionRules extends ClockGameRules {
  readonly startsWith: Side;
  /** Averages of a possession's length, and of a side's possessions in a game. */
  readonly possessionSeconds: number;
  readonly possessionsASide: number;
  /** The two kinds of scores, and the share of the first. */
  readonly scores: readonly [Score, Score];
  readonly firstScoreShare: number;
  /** The two ways in which a possession ends without a score, and the share of the first. */
  readonly failures: readonly [string, string];
  readonly firstFailureShare: number;
  /** The least chance of a score, however large the margin. */
  readonly minScoreChance: number;
  /** Whether books suspend their markets on a score; not where scores are too frequent for that. */
  readonly scoresSuspend: boolean;
  /** The chance of a foul by the defending side in a possession; absent where fouls are not published. */
  readonly foulChance?: number;
}

/** A game in which the sides take turns to attack, such as basketball and football. */
export class PossessionGame extends ClockGame {
  readonly #rules: PossessionRules;
  readonly #fouls = { home: 0, away: 0 };
  readonly #pointsPerScore: number;
  #possession: Side;
  #lastPlay: string | null = null;

  constructor(rules: PossessionRules, random: Random) {
    super(rules, random);
    this.#rules = rules;
    this.#possession = rules.startsWith;
    const [first, second] = rules.scores;
    const share = rules.firstScoreShare;
    this.#pointsPerScore = share * first.points + (1 - share) * second.points;
  }

  protected override play(rating: Readonly<Rating>): boolean {
    const { possessionSeconds, possessionsASide, minScoreChance } = this.#rules;
    if (!this.random.chance(1 / possessionSeconds)) return false;
    const points = expectedOf(this.#possession, rating) / possessionsASide;
    return this.#endPossession(Math.max(minScoreChance, points / this.#pointsPerScore));
  }

  protected override details(): Partial<GameStatus> {
    return {
      possession: this.#possession,
      lastPlay: this.#lastPlay,
      ...(this.#rules.foulChance !== undefined && {
        foulsHome: this.#fouls.home,
        foulsAway: this.#fouls.away,
      }),
    };
  }

  /** Returns whether it ends with a score on which books suspend their markets. */
  #endPossession(scoreChance: number): boolean {
    const {
      foulChance = 0,
      failures,
      firstFailureShare,
      scores,
      firstScoreShare,
      scoresSuspend,
    } = this.#rules;
    const side = this.#possession;
    this.#possession = opponentOf(side);
    if (this.random.chance(foulChance)) this.#fouls[this.#possession]++;
    if (!this.random.chance(scoreChance)) {
      this.#lastPlay = `${failures[this.random.chance(firstFailureShare) ? 0 : 1]} (${side})`;
      return false;
    }
    const { play, points } = scores[this.random.chance(firstScoreShare) ? 0 : 1];
    this.score[side] += points;
    this.#lastPlay = `${play} (${side})`;
    return scoresSuspend;
  }
}
