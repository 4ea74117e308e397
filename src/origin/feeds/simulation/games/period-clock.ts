import type { Random } from '../random.ts';

/** The timekeeping of a sport. */
export interface TimeRules {
  readonly periods: number;
  readonly periodSeconds: number;
  /** The break between periods, and the longer one at half-time. */
  readonly breakSeconds: number;
  readonly halfTimeSeconds: number;
  /** How long play runs on average until it is stopped, and how long a stoppage lasts on average. */
  readonly runSeconds: number;
  readonly stopSeconds: number;
  /** The length of an overtime period; null where games may end in a tie. */
  readonly overtimeSeconds: number | null;
}

/** The share of stoppages that are time-outs. */
const TIMEOUT_SHARE = 0.25;

/** The clock of a game with periods. It runs only during play. */
export class PeriodClock {
  readonly #rules: TimeRules;
  readonly #random: Random;
  #period = 1;
  #secondsPlayed = 0;
  #pauseSecondsLeft = 0;
  #pauseIsTimeout = false;
  #isOver = false;

  constructor(rules: TimeRules, random: Random) {
    this.#rules = rules;
    this.#random = random;
  }

  /** Counted from 1. In overtime it is above the sport's number of periods. */
  get period(): number {
    return this.#period;
  }

  get inOvertime(): boolean {
    return this.#period > this.#rules.periods;
  }

  get isTimeout(): boolean {
    return this.#pauseIsTimeout && this.#pauseSecondsLeft > 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Seconds played in the current period. */
  get played(): number {
    return this.#secondsPlayed;
  }

  /** The time still to be played, as a share of regular time. Overtime counts once it has begun. */
  get remaining(): number {
    const { periods, periodSeconds } = this.#rules;
    const remainingPeriods = Math.max(0, periods - this.#period);
    const remainingSeconds =
      remainingPeriods * periodSeconds + this.#length() - this.#secondsPlayed;
    return this.#isOver ? 0 : remainingSeconds / (periods * periodSeconds);
  }

  /** One second passes. Returns whether the game was in play. */
  advance(isTied: boolean): boolean {
    if (this.#isOver) return false;
    if (this.#pauseSecondsLeft > 0) {
      this.#pauseSecondsLeft--;
      return false;
    }
    this.#pauseIsTimeout = false;
    this.#secondsPlayed++;
    if (this.#secondsPlayed >= this.#length()) this.#endPeriod(isTied);
    else if (this.#random.chance(1 / this.#rules.runSeconds)) {
      this.#pauseSecondsLeft = this.#random.integer(1, 2 * this.#rules.stopSeconds);
      this.#pauseIsTimeout = this.#random.chance(TIMEOUT_SHARE);
    }
    return true;
  }

  /** The time left in the period, as `m:ss`. */
  countdown(): string {
    return minutesAndSeconds(this.#length() - this.#secondsPlayed);
  }

  /** The length of the current period, in seconds. */
  #length(): number {
    const { periodSeconds, overtimeSeconds } = this.#rules;
    return this.inOvertime ? (overtimeSeconds ?? periodSeconds) : periodSeconds;
  }

  #endPeriod(isTied: boolean): void {
    const { periods, breakSeconds, halfTimeSeconds, overtimeSeconds } = this.#rules;
    if (this.#period >= periods && !(isTied && overtimeSeconds !== null)) {
      this.#isOver = true;
      return;
    }
    this.#pauseSecondsLeft = this.#period * 2 === periods ? halfTimeSeconds : breakSeconds;
    this.#period++;
    this.#secondsPlayed = 0;
  }
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
