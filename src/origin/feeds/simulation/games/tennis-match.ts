import type { Side } from '../../../games/live-reports.ts';
import { SIDES } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { ScoreModel, UsualGame } from '../scores/score-model.ts';
import type { Rating } from '../scores/scores.ts';
import { tennisScoreModel } from '../scores/tennis-score-model.ts';
import { type Game, type GameStatus, opponentOf } from './game.ts';

/** Average time from one point to the next. */
const POINT_SECONDS = 38;
const SETS_TO_WIN = 2;

/** A match of points, games and sets, without a clock. */
export class TennisMatch implements Game {
  readonly #usual: UsualGame;
  readonly #random: Random;
  readonly #sets = { home: 0, away: 0 };
  #games = { home: 0, away: 0 };
  #points = { home: 0, away: 0 };
  /** In the whole match; `#games` and `#points` are those of the current set and game. */
  #gamesPlayed = 0;
  #server: Side;

  constructor(usual: UsualGame, random: Random) {
    this.#usual = usual;
    this.#random = random;
    this.#server = random.pick(SIDES);
  }

  get isOver(): boolean {
    return this.#sets.home === SETS_TO_WIN || this.#sets.away === SETS_TO_WIN;
  }

  /** Books suspend their markets at the end of a set. */
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
    return tennisScoreModel(rating, this.#usual, {
      sets: this.#sets,
      games: this.#games,
      gamesPlayed: this.#gamesPlayed,
      homeServes: this.#server === 'home',
    });
  }

  status(): GameStatus {
    const { home, away } = this.#sets;
    const set = home + away + (this.isOver ? 0 : 1);
    return {
      homeScore: home,
      awayScore: away,
      period: `Set ${set}`,
      gamePeriod: `S${set}`,
      gameClock: null,
      setsHome: home,
      setsAway: away,
      server: this.#server,
    };
  }
}

/** Whether the side wins a game or set: it has reached the target and leads by two. */
function isWon(count: Readonly<Record<Side, number>>, side: Side, target: number): boolean {
  return count[side] >= target && count[side] - count[opponentOf(side)] >= 2;
}
