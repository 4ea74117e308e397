import type { Random } from '../random.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import type { CurrentScore, Rating } from '../scores/scores.ts';
import type { Game, GameStatus } from './game.ts';
import { minutesAndSeconds, PeriodClock, type TimeRules } from './period-clock.ts';

export interface ClockGameRules {
  readonly time: TimeRules;
  /** Whether the first score of overtime ends the game. */
  readonly hasSuddenDeath?: boolean;
  /** For a clock that counts up: what it shows at the start of each period, in seconds. */
  readonly clockStarts?: readonly number[];
  /** The name of a period and its abbreviation. Periods count from 1; those of overtime follow. */
  periodNames(period: number): readonly [name: string, abbreviation: string];
  model(rating: Readonly<Rating>, score: CurrentScore): ScoreModel;
}

/** A game with periods. Subclasses say what happens while the clock runs. */
export abstract class ClockGame implements Game {
  protected readonly random: Random;
  protected readonly score = { home: 0, away: 0 };
  readonly #clock: PeriodClock;
  readonly #rules: ClockGameRules;

  constructor(rules: ClockGameRules, random: Random) {
    this.#rules = rules;
    this.random = random;
    this.#clock = new PeriodClock(rules.time, random);
  }

  /** One second of play. Returns whether something happened on which books suspend their markets. */
  protected abstract play(rating: Readonly<Rating>): boolean;

  /** What the sport publishes besides score and clock. */
  protected abstract details(): Partial<GameStatus>;

  get isOver(): boolean {
    const { hasSuddenDeath = false } = this.#rules;
    return this.#clock.isOver || (hasSuddenDeath && this.#clock.inOvertime && !this.#isTied());
  }

  advance(rating: Readonly<Rating>): boolean {
    // A tie at the end of regular time leads to overtime, if the sport has it.
    return !this.isOver && this.#clock.advance(this.#isTied()) && this.play(rating);
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    return this.#rules.model(rating, { ...this.score, remaining: this.#clock.remaining });
  }

  status(): GameStatus {
    const { period, played } = this.#clock;
    const [name, abbreviation] = this.#rules.periodNames(period);
    const startsAt = this.#rules.clockStarts?.[period - 1];
    return {
      homeScore: this.score.home,
      awayScore: this.score.away,
      period: name,
      gamePeriod: abbreviation,
      gameClock:
        startsAt === undefined ? this.#clock.countdown() : minutesAndSeconds(startsAt + played),
      ...(startsAt === undefined && { isTimeout: this.#clock.isTimeout }),
      ...this.details(),
    };
  }

  #isTied(): boolean {
    return this.score.home === this.score.away;
  }
}

/** The periods of a game of four quarters. */
export function quarterNames(period: number): readonly [string, string] {
  const name = period > 4 ? `OT${period - 4}` : `Q${period}`;
  return [name, name];
}
