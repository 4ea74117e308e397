import { SIDES } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Rating, ScoreModel } from '../scores/score-model.ts';
import {
  homeWinsGame,
  type MatchScore,
  SETS_TO_WIN,
  tennisScoreModel,
} from '../scores/tennis-score-model.ts';
import { type Game, type GameStatus, opponentOf } from './game.ts';

/** The average length of a game, breaks included. */
const GAME_SECONDS = 250;

/** A match of games and sets over the best of three, without a clock. */
export class TennisMatch implements Game {
  readonly #random: Random;
  #score: MatchScore;

  constructor(random: Random) {
    this.#random = random;
    const server = random.pick(SIDES);
    this.#score = {
      sets: { home: 0, away: 0 },
      games: { home: 0, away: 0 },
      gamesPlayed: 0,
      server,
    };
  }

  get isOver(): boolean {
    const { home, away } = this.#score.sets;
    return home === SETS_TO_WIN || away === SETS_TO_WIN;
  }

  /** Books suspend their markets at the end of a set. */
  advance(rating: Readonly<Rating>): boolean {
    if (this.isOver || !this.#random.chance(1 / GAME_SECONDS)) return false;
    const { sets, games: before, server, gamesPlayed } = this.#score;
    const winner = this.#random.chance(homeWinsGame(rating, before, server)) ? 'home' : 'away';
    const games = { ...before, [winner]: before[winner] + 1 };
    const lead = games[winner] - games[opponentOf(winner)];
    const winsSet = games[winner] === 7 || (games[winner] === 6 && lead >= 2);
    this.#score = {
      sets: winsSet ? { ...sets, [winner]: sets[winner] + 1 } : sets,
      games: winsSet ? { home: 0, away: 0 } : games,
      gamesPlayed: gamesPlayed + 1,
      server: opponentOf(server),
    };
    return winsSet;
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    return tennisScoreModel(rating, this.#score);
  }

  status(): GameStatus {
    const {
      sets: { home, away },
      server,
    } = this.#score;
    const set = home + away + (this.isOver ? 0 : 1);
    return {
      homeScore: home,
      awayScore: away,
      period: `Set ${set}`,
      gamePeriod: `S${set}`,
      gameClock: null,
      setsHome: home,
      setsAway: away,
      server,
    };
  }
}
