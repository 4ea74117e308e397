import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import { PeriodClock } from '../games/period-clock.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import { normalScoreModel } from '../score-models/normal-score-model.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import { FOOTBALL_MARKETS } from './football-markets.ts';

/** Standard deviations of the final margin and total around their expected values. */
const DEVIATION: Rating = { margin: 13, total: 13 };
/** Averages of a drive's length, and of a side's drives in a game. */
const DRIVE_SECONDS = 150;
const DRIVES_A_SIDE = 12;
/** Average time between plays. */
const PLAY_SECONDS = 25;
/** The share of scores that are touchdowns. The others are field goals. */
const TOUCHDOWN_SHARE = 0.6;
/** Average points of a drive that scores. */
const POINTS_PER_SCORE = TOUCHDOWN_SHARE * 7 + (1 - TOUCHDOWN_SHARE) * 3;

class FootballGame implements Game {
  readonly #random: Random;
  readonly #clock: PeriodClock;
  readonly #score = { home: 0, away: 0 };
  #possession: Side = 'away';
  #lastPlay: string | null = null;

  constructor(random: Random) {
    this.#random = random;
    this.#clock = new PeriodClock(
      {
        periods: 4,
        periodSeconds: 900,
        breakSeconds: 120,
        halfTimeSeconds: 780,
        // Average seconds of play until a stoppage, and of a stoppage.
        runSeconds: 18,
        stopSeconds: 34,
        overtimeSeconds: 600,
      },
      random,
    );
  }

  get isOver(): boolean {
    return this.#clock.isOver;
  }

  /**
   * Plays one second, given the expected final margin and total. Returns whether something happened on which
   * books suspend their markets.
   */
  advance({ margin, total }: Readonly<Rating>): boolean {
    const { home, away } = this.#score;
    // A tie at the end of regular time leads to overtime. The clock returns false while it is stopped.
    if (!this.#clock.advance(home === away)) return false;
    if (this.#random.chance(1 / DRIVE_SECONDS)) {
      const points = (this.#possession === 'home' ? total + margin : total - margin) / 2;
      // The minimum keeps the chance of a score positive, however large the margin.
      return this.#endDrive(Math.max(0.1, points / DRIVES_A_SIDE / POINTS_PER_SCORE));
    }
    if (this.#random.chance(1 / PLAY_SECONDS)) this.#advanceBall();
    return false;
  }

  /** Returns whether the drive scores. */
  #endDrive(scoreChance: number): boolean {
    const side = this.#possession;
    this.#possession = side === 'home' ? 'away' : 'home';
    if (!this.#random.chance(scoreChance)) {
      this.#lastPlay = this.#random.chance(0.3) ? `Turnover (${side})` : `Punt (${side})`;
      return false;
    }
    const isTouchdown = this.#random.chance(TOUCHDOWN_SHARE);
    this.#score[side] += isTouchdown ? 7 : 3;
    this.#lastPlay = `${isTouchdown ? 'Touchdown' : 'Field goal'} (${side})`;
    return true;
  }

  #advanceBall(): void {
    const yards = this.#random.integer(0, 17);
    this.#lastPlay = `${this.#random.chance(0.55) ? 'Pass' : 'Rush'} for ${yards} yards`;
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    return normalScoreModel(
      rating,
      DEVIATION,
      { ...this.#score, remaining: this.#clock.remaining },
      'overtime',
    );
  }

  state(): EventGameState {
    return {
      home_score: this.#score.home,
      away_score: this.#score.away,
      period: this.#period(),
      clock: this.#clock.countdown(),
      score_type: 'game_points',
      possession: this.#possession,
      is_timeout: this.#clock.isTimeout,
      power_play: null,
      last_play: this.#lastPlay,
    };
  }

  report(reportedAt: number): GameReport {
    return {
      reportedAt,
      homeScore: this.#score.home,
      awayScore: this.#score.away,
      gamePeriod: this.#period(),
      gameClock: this.#clock.countdown(),
      possession: this.#possession,
      lastPlay: this.#lastPlay,
    };
  }

  #period(): string {
    return this.#clock.inOvertime ? `OT${this.#clock.period - 4}` : `Q${this.#clock.period}`;
  }
}

/**
 * The expected margin and total vary between games by `margin` and `totalDeviation`. Results vary around them
 * by `deviation`. `minutes` is the length of a game with its breaks.
 */
export const football: Sport = {
  id: 'football',
  margin: { average: 1.8, deviation: 5.5 },
  totalDeviation: 4,
  deviation: DEVIATION,
  minutes: 190,
  isIndividual: false,
  markets: FOOTBALL_MARKETS,
  newGame: (random) => new FootballGame(random),
};
