import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import { PeriodClock } from '../games/period-clock.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import { poissonScoreModel } from '../score-models/poisson-score-model.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import { HOCKEY_MARKETS } from './hockey-markets.ts';

const REGULAR_SECONDS = 3600;
const PENALTIES_A_GAME = 7;
const PENALTY_SECONDS = 120;
/** Multiplies a side's scoring rate during its power play. */
const POWER_PLAY_FACTOR = 2.5;
/** The factor by which power plays raise a side's goals in an average game. */
const POWER_PLAY_EFFECT =
  1 + ((POWER_PLAY_FACTOR - 1) * (PENALTIES_A_GAME / 2) * PENALTY_SECONDS) / REGULAR_SECONDS;
const PERIODS = ['1st Period', '2nd Period', '3rd Period'];

class HockeyGame implements Game {
  readonly #random: Random;
  readonly #clock: PeriodClock;
  readonly #score = { home: 0, away: 0 };
  /** The side with more players on the ice. */
  #powerPlay: Side | null = null;
  #penaltySecondsLeft = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#clock = new PeriodClock(
      {
        periods: 3,
        periodSeconds: 1200,
        breakSeconds: 1080,
        halfTimeSeconds: 1080,
        // Average seconds of play until a stoppage, and of a stoppage.
        runSeconds: 40,
        stopSeconds: 32,
        overtimeSeconds: 300,
      },
      random,
    );
  }

  /** The first goal of overtime ends the game. */
  get isOver(): boolean {
    const isTied = this.#score.home === this.#score.away;
    return this.#clock.isOver || (this.#clock.inOvertime && !isTied);
  }

  /**
   * Plays one second, given the expected final margin and total. Returns whether something happened on which
   * books suspend their markets.
   */
  advance({ margin, total }: Readonly<Rating>): boolean {
    // A tie at the end of regular time leads to overtime. The clock returns false while it is stopped.
    if (!this.#clock.advance(this.#score.home === this.#score.away)) return false;
    if (this.#penaltySecondsLeft > 0 && --this.#penaltySecondsLeft === 0) this.#powerPlay = null;
    if (this.#random.chance(PENALTIES_A_GAME / REGULAR_SECONDS)) {
      this.#powerPlay = this.#random.chance(0.5) ? 'home' : 'away';
      this.#penaltySecondsLeft = PENALTY_SECONDS;
    }
    return this.#tryToScore('home', total + margin) || this.#tryToScore('away', total - margin);
  }

  /**
   * `twiceTheGoals` is twice the goals that the side is expected to score in the game. The minimum keeps the
   * chance positive, however large the margin.
   */
  #tryToScore(side: Side, twiceTheGoals: number): boolean {
    const goalsWithoutPowerPlays = Math.max(0.3, twiceTheGoals / 2) / POWER_PLAY_EFFECT;
    const factor = this.#powerPlay === side ? POWER_PLAY_FACTOR : 1;
    if (!this.#random.chance((factor * goalsWithoutPowerPlays) / REGULAR_SECONDS)) return false;
    this.#score[side]++;
    this.#powerPlay = null;
    this.#penaltySecondsLeft = 0;
    return true;
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    return poissonScoreModel(
      rating,
      { ...this.#score, remaining: this.#clock.remaining },
      'overtime',
    );
  }

  state(): EventGameState {
    return {
      home_score: this.#score.home,
      away_score: this.#score.away,
      period: PERIODS[this.#clock.period - 1] ?? 'Overtime',
      clock: this.#clock.countdown(),
      score_type: 'game_points',
      possession: null,
      is_timeout: this.#clock.isTimeout,
      power_play: this.#powerPlay,
      last_play: null,
    };
  }

  report(reportedAt: number): GameReport {
    return {
      reportedAt,
      homeScore: this.#score.home,
      awayScore: this.#score.away,
      gamePeriod: this.#clock.inOvertime ? 'OT' : `P${this.#clock.period}`,
      gameClock: this.#clock.countdown(),
      powerPlay: this.#powerPlay,
    };
  }
}

/**
 * The expected margin and total vary between games by `margin` and `totalDeviation`. Results vary around them
 * by `deviation`. `minutes` is the length of a game with its breaks.
 */
export const hockey: Sport = {
  id: 'hockey',
  margin: { average: 0.2, deviation: 0.6 },
  totalDeviation: 0.35,
  deviation: { margin: 2.5, total: 2.5 },
  minutes: 155,
  isIndividual: false,
  markets: HOCKEY_MARKETS,
  newGame: (random) => new HockeyGame(random),
};
