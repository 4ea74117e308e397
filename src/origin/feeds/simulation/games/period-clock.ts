import type { Random } from '../random.ts';

/** How the time of a sport runs. */
export interface TimeRules {
  readonly periods: number;
  readonly periodSeconds: number;
  /** Pause between periods, and the longer one at half of them. */
  readonly breakSeconds: number;
  readonly halfTimeSeconds: number;
  /** How long play runs, on average, until it is stopped, and how long it then stands. */
  readonly runSeconds: number;
  readonly stopSeconds: number;
  /** Length of the periods that follow a tie; null where a tie stands. */
  readonly overtimeSeconds: number | null;
}

/** The share of stoppages that are time-outs. */
const TIMEOUT_SHARE = 0.25;

/** The clock of a game in periods. Only seconds of play move it. */
export class PeriodClock {
  readonly #rules: TimeRules;
  readonly #random: Random;
  #period = 1;
  #played = 0;
  #pause = 0;
  #isTimeout = false;
  #isOver = false;

  constructor(rules: TimeRules, random: Random) {
    this.#rules = rules;
    this.#random = random;
  }

  /** From 1; above the sport's number of periods in overtime. */
  get period(): number {
    return this.#period;
  }

  get inOvertime(): boolean {
    return this.#period > this.#rules.periods;
  }

  get isTimeout(): boolean {
    return this.#isTimeout && this.#pause > 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Seconds played in the current period. */
  get played(): number {
    return this.#played;
  }

  /** The share of the regular time that is still to be played, from 1 to 0; overtime counts as well. */
  get left(): number {
    const { periods, periodSeconds } = this.#rules;
    const periodsLeft = Math.max(0, periods - this.#period);
    const secondsLeft = periodsLeft * periodSeconds + this.#length() - this.#played;
    return this.#isOver ? 0 : secondsLeft / (periods * periodSeconds);
  }

  /** One second of real time passes. True where it was one of play. */
  advance(isTied: boolean): boolean {
    if (this.#isOver) return false;
    if (this.#pause > 0) {
      this.#pause--;
      return false;
    }
    this.#isTimeout = false;
    this.#played++;
    if (this.#played >= this.#length()) this.#endPeriod(isTied);
    else if (this.#random.chance(1 / this.#rules.runSeconds)) {
      this.#pause = this.#random.whole(1, 2 * this.#rules.stopSeconds);
      this.#isTimeout = this.#random.chance(TIMEOUT_SHARE);
    }
    return true;
  }

  /** What is left of the period, as `m:ss`. */
  countdown(): string {
    return minutesAndSeconds(this.#length() - this.#played);
  }

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
    this.#pause = this.#period * 2 === periods ? halfTimeSeconds : breakSeconds;
    this.#period++;
    this.#played = 0;
  }
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
