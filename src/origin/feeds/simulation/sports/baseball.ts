import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import { poissonScoreModel } from '../score-models/poisson-score-model.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import { BASEBALL_MARKETS } from './baseball-markets.ts';

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
/** Average runs of a scoring play. */
const RUNS_PER_SCORING_PLAY = 1.15;

class BaseballGame implements Game {
  readonly #random: Random;
  readonly #score = { home: 0, away: 0 };
  #inning = 1;
  #batting: Side = 'away';
  #outs = 0;
  #breakSecondsLeft = 0;
  #isOver = false;

  constructor(random: Random) {
    this.#random = random;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Plays one second, given the expected final margin and total. Returns whether something happened on which
   * books suspend their markets.
   */
  advance({ margin, total }: Readonly<Rating>): boolean {
    if (this.#isOver) return false;
    if (this.#breakSecondsLeft > 0) {
      this.#breakSecondsLeft--;
      return false;
    }
    if (!this.#random.chance(1 / PLATE_APPEARANCE_SECONDS)) return false;
    if (this.#random.chance(OUT_CHANCE)) {
      this.#outs++;
      if (this.#outs === 3) this.#endHalf();
      return false;
    }
    // The expected runs of the batting side in the game. The minimum keeps the chance of runs positive.
    const runs = Math.max(0.3, (this.#batting === 'home' ? total + margin : total - margin) / 2);
    const scoringPlays = runs / RUNS_PER_SCORING_PLAY;
    return this.#random.chance(scoringPlays / SAFE_APPEARANCES_A_SIDE) && this.#scoreRuns();
  }

  #scoreRuns(): boolean {
    this.#score[this.#batting] += this.#random.chance(ONE_RUN_CHANCE) ? 1 : 2;
    const isLastHalf = this.#inning >= INNINGS && this.#batting === 'home';
    this.#isOver = isLastHalf && this.#score.home > this.#score.away;
    return true;
  }

  #endHalf(): void {
    const { home, away } = this.#score;
    const isSettled = this.#batting === 'away' ? home > away : home !== away;
    if (this.#inning >= INNINGS && isSettled) {
      this.#isOver = true;
      return;
    }
    if (this.#batting === 'home') this.#inning++;
    this.#batting = this.#batting === 'home' ? 'away' : 'home';
    this.#outs = 0;
    this.#breakSecondsLeft = HALF_INNING_BREAK_SECONDS;
  }

  /** In extra innings, a small share of the game is always left. */
  scoreModel(rating: Readonly<Rating>): ScoreModel {
    const halfInningsPlayed = 2 * (this.#inning - 1) + (this.#batting === 'home' ? 1 : 0);
    const shareLeft = Math.max(0.02, 1 - (halfInningsPlayed + this.#outs / 3) / (2 * INNINGS));
    return poissonScoreModel(
      rating,
      { ...this.#score, remaining: this.#isOver ? 0 : shareLeft },
      'overtime',
    );
  }

  state(): EventGameState {
    return {
      home_score: this.#score.home,
      away_score: this.#score.away,
      period: ordinal(this.#inning),
      clock: null,
      score_type: 'game_points',
      possession: this.#batting,
      is_timeout: null,
      power_play: null,
      last_play: null,
    };
  }

  report(reportedAt: number): GameReport {
    return {
      reportedAt,
      homeScore: this.#score.home,
      awayScore: this.#score.away,
      gamePeriod: ordinal(this.#inning),
      gameClock: null,
    };
  }
}

function ordinal(inning: number): string {
  return `${inning}${['st', 'nd', 'rd'][inning - 1] ?? 'th'}`;
}

/**
 * The expected margin and total vary between games by `margin` and `totalDeviation`. Results vary around them
 * by `deviation`. `minutes` is the length of a game with its breaks.
 */
export const baseball: Sport = {
  id: 'baseball',
  margin: { average: 0.2, deviation: 0.8 },
  totalDeviation: 0.8,
  deviation: { margin: 2.95, total: 2.95 },
  minutes: 175,
  isIndividual: false,
  markets: BASEBALL_MARKETS,
  newGame: (random) => new BaseballGame(random),
};
