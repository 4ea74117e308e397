import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport } from '../../price-feed.ts';
import type { Random } from '../random.ts';
import { SIDES, type Side } from '../scores/score-condition.ts';
import { type Rating, type ScoreModel, scoreModel } from '../scores/score-model.ts';
import type { GameRules, PeriodName, Sport } from '../sports/sport.ts';

/** What is known of a game in play. Fields that the sport does not have are absent. */
interface GameStatus extends Omit<GameReport, 'reportedAt'> {
  /** The name of the current period; `gamePeriod` is its abbreviation. */
  readonly period: string;
}

/** How much each set of expected margin adds to the chance to win a set. */
const GAIN_PER_SET = 0.2;

/** A game of two sides by the rules of its sport, as it is played. It starts with the first call of `advance`. */
export class Game {
  readonly #sport: Sport;
  readonly #rules: GameRules;
  readonly #random: Random;
  readonly #score = { home: 0, away: 0 };
  /** By the name in the reports of books, such as `cornersHome`. */
  readonly #counts: Record<string, number> = {};
  /** Counted from 1. In overtime it is above the sport's number of periods. */
  #period = 1;
  /** How many seconds of the period have been played. */
  #played = 0;
  #isOver = false;
  #lastPlay: string | null = null;
  #powerPlay: Side | null = null;

  constructor(sport: Sport, random: Random) {
    this.#sport = sport;
    this.#rules = sport.rules;
    this.#random = random;
    for (const name of Object.keys(sport.rules.counts ?? {})) {
      this.#counts[`${name}Home`] = 0;
      this.#counts[`${name}Away`] = 0;
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The side whose turn it is; null where both sides always play. */
  get #atTurn(): Side | null {
    const { turns } = this.#rules;
    if (turns === undefined) return null;
    return Math.floor(this.#played / turns.seconds) % 2 === 0 ? 'away' : 'home';
  }

  /**
   * Plays one second. `rating` has the expected final margin and total. Returns whether something
   * happened on which books suspend their markets, such as a goal.
   */
  advance(rating: Readonly<Rating>): boolean {
    if (this.#isOver) return false;
    this.#playWithoutScores();
    const atTurn = this.#atTurn;
    let suspends = false;
    for (const side of atTurn === null ? SIDES : [atTurn]) {
      if (!this.#isOver) suspends = this.#attack(side, rating) || suspends;
    }
    this.#played += this.#regularTime() / (this.#sport.minutes * 60);
    return this.#played < this.#length() ? suspends : this.#endPeriod(rating) || suspends;
  }

  /** What is counted besides scores, such as corners, and power plays. */
  #playWithoutScores(): void {
    const { counts = {}, powerPlays } = this.#rules;
    for (const [name, average] of Object.entries(counts)) {
      for (const side of ['Home', 'Away']) {
        if (!this.#happens(average)) continue;
        this.#counts[name + side] = (this.#counts[name + side] ?? 0) + 1;
      }
    }
    if (powerPlays && this.#random.chance(1 / powerPlays.seconds)) this.#powerPlay = null;
    if (powerPlays && this.#happens(powerPlays.average)) this.#powerPlay = this.#random.pick(SIDES);
  }

  /** Returns whether the side scores, and books suspend their markets on that. */
  #attack(side: Side, { scoreMargin, total }: Readonly<Rating>): boolean {
    const {
      scores,
      turns,
      staysOpenOnScores = false,
      hasSuddenDeath = false,
      periods,
    } = this.#rules;
    const expected = (side === 'home' ? total + scoreMargin : total - scoreMargin) / 2;
    const pointsPerScore = scores.reduce((sum, { share, points }) => sum + share * points, 0);
    // With turns it has half of the time for the same scores.
    const perGame = ((turns ? 2 : 1) * expected) / pointsPerScore;
    const score = scores.find(({ share }) => this.#happens(share * perGame));
    if (score === undefined) return false;
    this.#score[side] += score.points;
    if (score.play !== undefined) this.#lastPlay = `${score.play} (${side})`;
    this.#powerPlay = null;
    this.#isOver = hasSuddenDeath && this.#period > periods;
    return !staysOpenOnScores;
  }

  /** Returns whether books suspend their markets: at the end of a set. */
  #endPeriod({ scoreMargin }: Readonly<Rating>): boolean {
    const { periods, overtimeLength, setsToWin } = this.#rules;
    if (setsToWin !== undefined) {
      const winner = this.#random.chance(0.5 + GAIN_PER_SET * scoreMargin) ? 'home' : 'away';
      this.#score[winner]++;
    }
    const { home, away } = this.#score;
    const needsOvertime = home === away && overtimeLength !== null;
    this.#isOver =
      Math.max(home, away) === setsToWin || (this.#period >= periods && !needsOvertime);
    if (!this.#isOver) {
      this.#period++;
      this.#played = 0;
    }
    return setsToWin !== undefined;
  }

  /** The distribution of the final score, given the current score and this rating. */
  scoreModel(rating: Readonly<Rating>): ScoreModel {
    const { periods, periodLength, overtimeLength, setsToWin } = this.#rules;
    const { usual } = this.#sport;
    const periodsLeft = Math.max(0, periods - this.#period);
    const left = periodsLeft * periodLength + this.#length() - this.#played;
    // Overtime counts as time left only once it has begun.
    const remaining = this.#isOver ? 0 : left / this.#regularTime();
    const { home, away } = this.#score;
    // Where the score counts sets, the total counts games, of which as many as usual have been played.
    const total = setsToWin === undefined ? home + away : (1 - remaining) * usual.total;
    const lead = home - away;
    const score = { home: (total + lead) / 2, away: (total - lead) / 2, remaining };
    return scoreModel(rating, usual.deviation, score, overtimeLength !== null);
  }

  status(): GameStatus {
    const { clock, turns, scores, powerPlays, setsToWin } = this.#rules;
    const { home, away } = this.#score;
    const [period, gamePeriod] = this.#periodName();
    const shown =
      clock === 'down'
        ? this.#length() - this.#played
        : (clock?.[this.#period - 1] ?? 0) + this.#played;
    return {
      homeScore: home,
      awayScore: away,
      period,
      gamePeriod,
      gameClock: clock && minutesAndSeconds(Math.floor(shown)),
      ...(setsToWin && { setsHome: home, setsAway: away }),
      ...(turns?.name && { [turns.name]: this.#atTurn }),
      ...(scores[0]?.play && { lastPlay: this.#lastPlay }),
      ...this.#counts,
      ...(powerPlays && { powerPlay: this.#powerPlay }),
    };
  }

  #periodName(): PeriodName {
    const { periods, periodName, overtimeName } = this.#rules;
    const isNamed = this.#period > periods && overtimeName !== undefined;
    const number = isNamed ? this.#period - periods : this.#period;
    const [name, abbreviation] = isNamed ? overtimeName : periodName;
    return [numbered(name, number), numbered(abbreviation, number)];
  }

  /** The length of the current period. */
  #length(): number {
    const { periods, periodLength, overtimeLength } = this.#rules;
    return this.#period > periods ? (overtimeLength ?? periodLength) : periodLength;
  }

  #regularTime(): number {
    return this.#rules.periods * this.#rules.periodLength;
  }

  /** Whether something happens in this second that happens so often in an average game. */
  #happens(averageInGame: number): boolean {
    return this.#random.chance(averageInGame / (this.#sport.minutes * 60));
  }
}

/** The state of a game in the form in which the odds service returns it. */
export function gameStateOf(status: GameStatus): EventGameState {
  return {
    home_score: status.homeScore,
    away_score: status.awayScore,
    period: status.period,
    clock: status.gameClock ?? null,
    score_type: status.setsHome === undefined ? 'game_points' : 'match',
    possession: status.possession ?? null,
    is_timeout: null,
    power_play: status.powerPlay ?? null,
    last_play: status.lastPlay ?? null,
  };
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Puts a number into the name of a period: for `#th` as "1st", "2nd" and so on, for `#` as it is. */
function numbered(name: string, number: number): string {
  const ordinal = `${number}${['st', 'nd', 'rd'][number - 1] ?? 'th'}`;
  return name.replace('#th', ordinal).replace('#', String(number));
}
