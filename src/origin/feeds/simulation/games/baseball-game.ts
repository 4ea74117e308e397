import type { Side } from '../../../games/live-reports.ts';
import type { Random } from '../random.ts';
import { type ScoreModel, scoreModel, type UsualGame } from '../scores/score-model.ts';
import type { Rating } from '../scores/scores.ts';
import { expectedOf, type Game, type GameStatus, opponentOf } from './game.ts';

const INNINGS = 9;
/** Average time from one plate appearance to the next. */
const PLATE_APPEARANCE_SECONDS = 105;
const HALF_INNING_BREAK_SECONDS = 125;
/** The chance that a plate appearance ends with an out. */
const OUT_CHANCE = 0.68;
/** How many plate appearances of a side end without an out in an average game. */
const SAFE_APPEARANCES_A_SIDE = (INNINGS * 3 * (1 - OUT_CHANCE)) / OUT_CHANCE;
/** The chance that a scoring play brings in one run; otherwise it brings in two. */
const ONE_RUN_CHANCE = 0.85;
const RUNS_PER_SCORING_PLAY = 1 + (1 - ONE_RUN_CHANCE);
/** The least number of runs that a side is expected to score, however large the margin. */
const MIN_RUNS = 0.3;

/** A game of innings and outs, without a clock. */
export class BaseballGame implements Game {
  readonly #usual: UsualGame;
  readonly #random: Random;
  readonly #score = { home: 0, away: 0 };
  #inning = 1;
  #batting: Side = 'away';
  #outs = 0;
  #breakSecondsLeft = 0;
  isOver = false;

  constructor(usual: UsualGame, random: Random) {
    this.#usual = usual;
    this.#random = random;
  }

  advance(rating: Readonly<Rating>): boolean {
    if (this.isOver) return false;
    if (this.#breakSecondsLeft > 0) {
      this.#breakSecondsLeft--;
      return false;
    }
    if (!this.#random.chance(1 / PLATE_APPEARANCE_SECONDS)) return false;
    if (this.#random.chance(OUT_CHANCE)) {
      if (++this.#outs === 3) this.#endHalf();
      return false;
    }
    const scoringPlays =
      Math.max(MIN_RUNS, expectedOf(this.#batting, rating)) / RUNS_PER_SCORING_PLAY;
    return this.#random.chance(scoringPlays / SAFE_APPEARANCES_A_SIDE) && this.#scoreRuns();
  }

  #scoreRuns(): boolean {
    this.#score[this.#batting] += this.#random.chance(ONE_RUN_CHANCE) ? 1 : 2;
    const isLastHalf = this.#inning >= INNINGS && this.#batting === 'home';
    this.isOver = isLastHalf && this.#score.home > this.#score.away;
    return true;
  }

  #endHalf(): void {
    const { home, away } = this.#score;
    const isSettled = this.#batting === 'away' ? home > away : home !== away;
    this.isOver = this.#inning >= INNINGS && isSettled;
    if (this.isOver) return;
    if (this.#batting === 'home') this.#inning++;
    this.#batting = opponentOf(this.#batting);
    this.#outs = 0;
    this.#breakSecondsLeft = HALF_INNING_BREAK_SECONDS;
  }

  /** In extra innings, a small share of the game is always left. */
  scoreModel(rating: Readonly<Rating>): ScoreModel {
    const halfInningsPlayed = 2 * (this.#inning - 1) + (this.#batting === 'home' ? 1 : 0);
    const shareLeft = Math.max(0.02, 1 - (halfInningsPlayed + this.#outs / 3) / (2 * INNINGS));
    const remaining = this.isOver ? 0 : shareLeft;
    return scoreModel(rating, this.#usual, { ...this.#score, remaining }, true);
  }

  status(): GameStatus {
    const inning = `${this.#inning}${['st', 'nd', 'rd'][this.#inning - 1] ?? 'th'}`;
    return {
      homeScore: this.#score.home,
      awayScore: this.#score.away,
      period: inning,
      gamePeriod: inning,
      gameClock: null,
      possession: this.#batting,
    };
  }
}
