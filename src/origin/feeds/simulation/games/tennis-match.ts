import type { Side } from '../../../games/game-report.ts';
import { SIDES } from '../markets/market.ts';
import type { Random } from '../random.ts';
import { type Rating, type ScoreModel, scoreModel, type UsualGame } from '../scores/score-model.ts';
import { type Game, type GameStatus, opponentOf } from './game.ts';

/** The average length of a game, breaks included. */
const GAME_SECONDS = 250;

const SETS_TO_WIN = 2;

/** How many sets a match usually has, and games a set. */
const USUAL_SETS = 2.4;
const USUAL_GAMES = 9.6;

/** The chance to win a game on one's own serve, and by how much each expected set of margin raises that of any game. */
const SERVER_WINS = 0.75;
const GAIN_PER_SET = 0.035;

/** How much of a set a lead of one game in it is worth. */
const SETS_PER_GAME = 1 / 8;

/** A match of games and sets over the best of three, without a clock. Margins count sets, totals count games. */
export class TennisMatch implements Game {
  readonly #usual: UsualGame;
  readonly #random: Random;
  #sets = { home: 0, away: 0 };
  /** Of the current set. */
  #games = { home: 0, away: 0 };
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
  advance({ scoreMargin }: Readonly<Rating>): boolean {
    if (this.isOver || !this.#random.chance(1 / GAME_SECONDS)) return false;
    const ofHome = this.#server === 'home' ? SERVER_WINS : 1 - SERVER_WINS;
    const winner = this.#random.chance(ofHome + GAIN_PER_SET * scoreMargin) ? 'home' : 'away';
    const games = { ...this.#games, [winner]: this.#games[winner] + 1 };
    const lead = games[winner] - games[opponentOf(winner)];
    const winsSet = games[winner] === 7 || (games[winner] === 6 && lead >= 2);
    this.#gamesPlayed++;
    this.#server = opponentOf(this.#server);
    this.#games = winsSet ? { home: 0, away: 0 } : games;
    if (winsSet) this.#sets[winner]++;
    return winsSet;
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    const { home, away } = this.#games;
    const [played, games] = [this.#sets.home + this.#sets.away, this.#gamesPlayed];
    const setsLeft = Math.max(1, USUAL_SETS - played) - (home + away) / USUAL_GAMES;
    const remaining = this.isOver ? 0 : Math.max(0.1, setsLeft) / USUAL_SETS;
    const lead = this.#sets.home - this.#sets.away + (home - away) * SETS_PER_GAME;
    // Of such scores the margin counts sets and the total games.
    const score = { home: (games + lead) / 2, away: (games - lead) / 2, remaining };
    return scoreModel(rating, this.#usual, score, true);
  }

  status(): GameStatus {
    const { home, away } = this.#sets;
    const set = home + away + (this.isOver ? 0 : 1);
    const [period, gamePeriod] = [`Set ${set}`, `S${set}`];
    const sets = { homeScore: home, awayScore: away, setsHome: home, setsAway: away };
    return { ...sets, period, gamePeriod, gameClock: null, server: this.#server };
  }
}
