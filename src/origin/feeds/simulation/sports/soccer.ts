import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import { minutesAndSeconds, PeriodClock } from '../games/period-clock.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import { poissonScoreModel } from '../score-models/poisson-score-model.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import { SOCCER_MARKETS } from './soccer-markets.ts';

/** The length of a half, with stoppage time. */
const HALF_SECONDS = 2880;
/** What the match clock shows at the start of the second half. */
const SECOND_HALF_CLOCK_SECONDS = 2700;
const GAME_SECONDS = 2 * HALF_SECONDS;

/** Averages of one side in a game. */
const CORNERS = 5;
const YELLOW_CARDS = 2;
const RED_CARDS = 0.06;

const SIDES: readonly Side[] = ['home', 'away'];

class SoccerGame implements Game {
  readonly #random: Random;
  readonly #clock: PeriodClock;
  readonly #score = { home: 0, away: 0 };
  readonly #corners = { home: 0, away: 0 };
  readonly #yellowCards = { home: 0, away: 0 };
  readonly #redCards = { home: 0, away: 0 };

  constructor(random: Random) {
    this.#random = random;
    this.#clock = new PeriodClock(
      {
        periods: 2,
        periodSeconds: HALF_SECONDS,
        breakSeconds: 900,
        halfTimeSeconds: 900,
        // The clock never stops within a half, and a tie leads to no overtime.
        runSeconds: Number.POSITIVE_INFINITY,
        stopSeconds: 0,
        overtimeSeconds: null,
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
    // Whether the game is tied does not matter without overtime. The clock returns false during the break.
    if (!this.#clock.advance(false)) return false;
    let suspendsMarkets = false;
    for (const side of SIDES) {
      // The minimum keeps the chance of a goal positive, however large the margin.
      const expectedGoals = Math.max(0.15, (side === 'home' ? total + margin : total - margin) / 2);
      if (this.#happens(CORNERS)) this.#corners[side]++;
      if (this.#happens(YELLOW_CARDS)) this.#yellowCards[side]++;
      if (this.#happens(RED_CARDS)) {
        this.#redCards[side]++;
        suspendsMarkets = true;
      }
      if (this.#happens(expectedGoals)) {
        this.#score[side]++;
        suspendsMarkets = true;
      }
    }
    return suspendsMarkets;
  }

  /** Whether something happens in this second that happens so often in an average game. */
  #happens(averageInGame: number): boolean {
    return this.#random.chance(averageInGame / GAME_SECONDS);
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    return poissonScoreModel(
      rating,
      { ...this.#score, remaining: this.#clock.remaining },
      'tie-stands',
    );
  }

  state(): EventGameState {
    return {
      home_score: this.#score.home,
      away_score: this.#score.away,
      period: this.#clock.period === 1 ? '1st Half' : '2nd Half',
      clock: this.#matchClock(),
      score_type: 'game_points',
      possession: null,
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
      gamePeriod: `${this.#clock.period}H`,
      gameClock: this.#matchClock(),
      cornersHome: this.#corners.home,
      cornersAway: this.#corners.away,
      yellowCardsHome: this.#yellowCards.home,
      yellowCardsAway: this.#yellowCards.away,
      redCardsHome: this.#redCards.home,
      redCardsAway: this.#redCards.away,
    };
  }

  #matchClock(): string {
    return minutesAndSeconds(
      (this.#clock.period - 1) * SECOND_HALF_CLOCK_SECONDS + this.#clock.played,
    );
  }
}

/**
 * The expected margin and total vary between games by `margin` and `totalDeviation`. Results vary around them
 * by `deviation`. `minutes` is the length of a game with its breaks.
 */
export const soccer: Sport = {
  id: 'soccer',
  margin: { average: 0.35, deviation: 0.7 },
  totalDeviation: 0.3,
  deviation: { margin: 1.65, total: 1.65 },
  minutes: 112,
  isIndividual: false,
  markets: SOCCER_MARKETS,
  newGame: (random) => new SoccerGame(random),
};
