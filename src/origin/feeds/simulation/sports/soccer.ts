import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import { minutesAndSeconds, PeriodClock } from '../games/period-clock.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import { poissonOutlook } from '../score-models/poisson-score-model.ts';
import type { Opinion, Outlook } from '../score-models/score-model.ts';
import { SOCCER_MARKETS } from './soccer-markets.ts';

/** Of a half, with the time added on. */
const HALF_SECONDS = 2880;
const SECOND_HALF_BEGINS = 2700;
const GAME_SECONDS = 2 * HALF_SECONDS;

/** What a side sees of these in a game. */
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

  advance({ margin, total }: Readonly<Opinion>): boolean {
    if (!this.#clock.advance(false)) return false;
    let isTurn = false;
    for (const side of SIDES) {
      const goals = Math.max(0.15, (side === 'home' ? total + margin : total - margin) / 2);
      if (this.#happens(CORNERS)) this.#corners[side]++;
      if (this.#happens(YELLOW_CARDS)) this.#yellowCards[side]++;
      if (this.#happens(RED_CARDS)) {
        this.#redCards[side]++;
        isTurn = true;
      }
      if (this.#happens(goals)) {
        this.#score[side]++;
        isTurn = true;
      }
    }
    return isTurn;
  }

  #happens(timesAGame: number): boolean {
    return this.#random.chance(timesAGame / GAME_SECONDS);
  }

  outlook(opinion: Readonly<Opinion>): Outlook {
    return poissonOutlook(opinion, { ...this.#score, left: this.#clock.left }, false);
  }

  state(): EventGameState {
    return {
      home_score: this.#score.home,
      away_score: this.#score.away,
      period: this.#clock.period === 1 ? '1st Half' : '2nd Half',
      clock: this.#time(),
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
      gameClock: this.#time(),
      cornersHome: this.#corners.home,
      cornersAway: this.#corners.away,
      yellowCardsHome: this.#yellowCards.home,
      yellowCardsAway: this.#yellowCards.away,
      redCardsHome: this.#redCards.home,
      redCardsAway: this.#redCards.away,
    };
  }

  #time(): string {
    return minutesAndSeconds((this.#clock.period - 1) * SECOND_HALF_BEGINS + this.#clock.played);
  }
}

export const soccer: Sport = {
  id: 'soccer',
  margin: { average: 0.35, deviation: 0.7 },
  totalDeviation: 0.3,
  scatter: { margin: 1.65, total: 1.65 },
  minutes: 112,
  isIndividual: false,
  markets: SOCCER_MARKETS,
  newGame: (random) => new SoccerGame(random),
};
