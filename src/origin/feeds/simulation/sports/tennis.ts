import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/live-reports.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Random } from '../random.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import { tennisScoreModel } from '../score-models/tennis-score-model.ts';
import { TENNIS_MARKETS } from './tennis-markets.ts';

/** Average time from one point to the next. */
const POINT_SECONDS = 38;
const SETS_TO_WIN = 2;

class TennisGame implements Game {
  readonly #random: Random;
  readonly #sets = { home: 0, away: 0 };
  #games = { home: 0, away: 0 };
  #points = { home: 0, away: 0 };
  /** In the whole match; `#games` and `#points` are those of the current set and game. */
  #gamesPlayed = 0;
  #server: Side;

  constructor(random: Random) {
    this.#random = random;
    this.#server = random.chance(0.5) ? 'home' : 'away';
  }

  get isOver(): boolean {
    return this.#sets.home === SETS_TO_WIN || this.#sets.away === SETS_TO_WIN;
  }

  /**
   * Plays one second. In tennis, `total` is the average share of points that the two players win on their own
   * serve, and `margin` is by how much the home player's share is above the away player's. Returns whether
   * something happened on which books suspend their markets.
   */
  advance({ margin, total }: Readonly<Rating>): boolean {
    if (this.isOver || !this.#random.chance(1 / POINT_SECONDS)) return false;
    const serverWins = this.#server === 'home' ? total + margin / 2 : total - margin / 2;
    const winner = this.#random.chance(serverWins) ? this.#server : opponentOf(this.#server);
    this.#points[winner]++;
    const isTieBreak = this.#games.home === 6 && this.#games.away === 6;
    if (!isWon(this.#points, winner, isTieBreak ? 7 : 4)) return false;
    return this.#endGame(winner, isTieBreak);
  }

  /** Returns whether the set ends with the game. */
  #endGame(winner: Side, isTieBreak: boolean): boolean {
    this.#points = { home: 0, away: 0 };
    this.#games[winner]++;
    this.#gamesPlayed++;
    this.#server = opponentOf(this.#server);
    if (!isTieBreak && !isWon(this.#games, winner, 6)) return false;
    this.#sets[winner]++;
    if (!this.isOver) this.#games = { home: 0, away: 0 };
    return true;
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    return tennisScoreModel(rating, {
      sets: this.#sets,
      games: this.#games,
      gamesPlayed: this.#gamesPlayed,
      homeServes: this.#server === 'home',
    });
  }

  state(): EventGameState {
    return {
      home_score: this.#sets.home,
      away_score: this.#sets.away,
      period: `Set ${this.#setNumber()}`,
      clock: null,
      score_type: 'match',
      possession: null,
      is_timeout: null,
      power_play: null,
      last_play: null,
    };
  }

  report(reportedAt: number): GameReport {
    return {
      reportedAt,
      homeScore: this.#sets.home,
      awayScore: this.#sets.away,
      gamePeriod: `S${this.#setNumber()}`,
      gameClock: null,
      setsHome: this.#sets.home,
      setsAway: this.#sets.away,
      server: this.#server,
    };
  }

  /** The number of the current set, or of the last one after the match. */
  #setNumber(): number {
    return this.#sets.home + this.#sets.away + (this.isOver ? 0 : 1);
  }
}

function opponentOf(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}

/** Whether the side wins a game or set: it has reached the target and leads by two. */
function isWon(count: Readonly<Record<Side, number>>, side: Side, target: number): boolean {
  return count[side] >= target && count[side] - count[opponentOf(side)] >= 2;
}

/**
 * The expected shares of points won on serve vary between matches by `margin` and `totalDeviation`. Results
 * vary around them by `deviation`. `minutes` is the length of a match with its breaks.
 */
export const tennis: Sport = {
  id: 'tennis',
  margin: { average: 0, deviation: 0.045 },
  totalDeviation: 0.012,
  deviation: { margin: 0.08, total: 0.05 },
  minutes: 105,
  isIndividual: true,
  markets: TENNIS_MARKETS,
  newGame: (random) => new TennisGame(random),
};
