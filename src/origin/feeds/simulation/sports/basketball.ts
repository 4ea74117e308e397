import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import { PeriodClock } from '../games/period-clock.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import { normalScoreModel } from '../score-models/normal-score-model.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import { BASKETBALL_MARKETS } from './basketball-markets.ts';

/** Standard deviations of the final margin and total around their expected values. */
const DEVIATION: Rating = { margin: 15, total: 16 };
/** Averages of a possession's length, and of a side's possessions in a game. */
const POSSESSION_SECONDS = 14.4;
const POSSESSIONS_A_SIDE = 100;
/** Average points of a made basket. */
const POINTS_PER_BASKET = 2.35;
/** The share of made baskets that are three-pointers. */
const THREE_SHARE = 0.35;
/** The chance of a foul by the defending side in a possession. */
const FOUL_CHANCE = 0.2;

class BasketballGame implements Game {
  readonly #random: Random;
  readonly #clock: PeriodClock;
  readonly #score = { home: 0, away: 0 };
  readonly #fouls = { home: 0, away: 0 };
  #possession: Side = 'home';
  #lastPlay: string | null = null;

  constructor(random: Random) {
    this.#random = random;
    this.#clock = new PeriodClock(
      {
        periods: 4,
        periodSeconds: 720,
        breakSeconds: 150,
        halfTimeSeconds: 900,
        // Average seconds of play until a stoppage, and of a stoppage.
        runSeconds: 24,
        stopSeconds: 30,
        overtimeSeconds: 300,
      },
      random,
    );
  }

  get isOver(): boolean {
    return this.#clock.isOver;
  }

  /**
   * Plays one second, given the expected final margin and total. Returns whether something happened on which
   * books suspend their markets; a basket is too frequent for that.
   */
  advance({ margin, total }: Readonly<Rating>): boolean {
    const { home, away } = this.#score;
    // A tie at the end of regular time leads to overtime. The clock returns false while it is stopped.
    if (!this.#clock.advance(home === away)) return false;
    if (this.#random.chance(1 / POSSESSION_SECONDS)) {
      const points = (this.#possession === 'home' ? total + margin : total - margin) / 2;
      this.#endPossession(points / POSSESSIONS_A_SIDE / POINTS_PER_BASKET);
    }
    return false;
  }

  #endPossession(basketChance: number): void {
    const side = this.#possession;
    const other = side === 'home' ? 'away' : 'home';
    if (this.#random.chance(FOUL_CHANCE)) this.#fouls[other]++;
    if (this.#random.chance(basketChance)) {
      const points = this.#random.chance(THREE_SHARE) ? 3 : 2;
      this.#score[side] += points;
      this.#lastPlay = `${points}-pointer made (${side})`;
    } else {
      this.#lastPlay = this.#random.chance(0.25) ? `Turnover (${side})` : `Shot missed (${side})`;
    }
    this.#possession = other;
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
      foulsHome: this.#fouls.home,
      foulsAway: this.#fouls.away,
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
export const basketball: Sport = {
  id: 'basketball',
  margin: { average: 2.5, deviation: 5 },
  totalDeviation: 6,
  deviation: DEVIATION,
  minutes: 135,
  isIndividual: false,
  markets: BASKETBALL_MARKETS,
  newGame: (random) => new BasketballGame(random),
};
