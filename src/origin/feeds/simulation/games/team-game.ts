import type { Side } from '../../../games/game-report.ts';
import { SIDES } from '../markets/market.ts';
import type { Random } from '../random.ts';
import { type Rating, type ScoreModel, scoreModel, type UsualGame } from '../scores/score-model.ts';
import type { Game, GameStatus } from './game.ts';

/** How a game of a sport goes, except for tennis. */
export interface GameRules {
  readonly periods: number;
  /** In seconds of play. */
  readonly periodLength: number;
  /** The same of overtime; null where games may end in a tie. */
  readonly overtimeLength: number | null;
  /** Whether the first score of overtime ends the game. */
  readonly hasSuddenDeath?: boolean;
  readonly periodName: PeriodName;
  /** By default, overtime is counted on from the last period. */
  readonly overtimeName?: PeriodName;
  /** Seconds between periods, and at half-time if that is longer. */
  readonly breakSeconds: number;
  readonly halfTimeSeconds?: number;
  /** A clock that counts down, or what one that counts up shows at the start of each period, in seconds. */
  readonly clock: 'down' | readonly number[] | null;
  /** How long play runs on average until it is stopped, and how long a stoppage lasts on average. */
  readonly stops?: { readonly runSeconds: number; readonly stopSeconds: number };
  /** For sides that take turns to attack: how long each turn is, and what is published of those without a score. */
  readonly turns?: { readonly seconds: number; readonly failures?: readonly string[] };
  /** Kinds of scores, with their shares of all scores, and what is published of them. */
  readonly scores: readonly {
    readonly points: number;
    readonly share: number;
    readonly play?: string;
  }[];
  /** Whether books suspend their markets on a score; not where scores are too frequent for that. */
  readonly scoresSuspend: boolean;
  /** What is counted besides: averages of one side in a game. Books suspend their markets on red cards. */
  readonly counts?: Readonly<Record<string, number>>;
  /** How often a side has more players than the other in an average game, and for how long unless it scores. */
  readonly powerPlays?: { readonly average: number; readonly seconds: number };
}

/** The name of a period and its abbreviation, in which `#` stands for its number and `#th` for "1st", "2nd" and so on. */
type PeriodName = readonly [name: string, abbreviation: string];

/** The share of stoppages that are time-outs. */
const TIMEOUT_SHARE = 0.25;

/** However large the margin, a side is expected to score this share of the total. */
const MIN_SHARE = 0.06;

/** A game of two teams by the rules of its sport. */
export class TeamGame implements Game {
  readonly #rules: GameRules;
  readonly #usual: UsualGame;
  readonly #random: Random;
  readonly #score = { home: 0, away: 0 };
  /** By the name in the reports of books, such as `cornersHome`. */
  readonly #counts: Record<string, number> = {};
  /** Counted from 1. In overtime it is above the sport's number of periods. */
  #period = 1;
  /** How many seconds of the period have been played. */
  #played = 0;
  #pauseSecondsLeft = 0;
  #isTimeout = false;
  #hasEnded = false;
  #hasScoredInTurn = false;
  #lastPlay: string | null = null;
  #powerPlay: Side | null = null;
  #powerPlaySecondsLeft = 0;

  constructor(rules: GameRules, usual: UsualGame, random: Random) {
    this.#rules = rules;
    this.#usual = usual;
    this.#random = random;
    for (const name of Object.keys(rules.counts ?? {})) {
      this.#counts[`${name}Home`] = 0;
      this.#counts[`${name}Away`] = 0;
    }
  }

  get isOver(): boolean {
    const { periods, clock, hasSuddenDeath } = this.#rules;
    const { home, away } = this.#score;
    if (hasSuddenDeath && this.#period > periods && home !== away) return true;
    // Without a clock, the side that attacks last does not go on when it leads.
    const isLastTurn = clock === null && this.#period >= periods && this.#attacking === 'home';
    return this.#hasEnded || (isLastTurn && home > away);
  }

  /** Null where both sides always do. */
  get #attacking(): Side | null {
    const { turns } = this.#rules;
    if (turns === undefined) return null;
    return Math.floor(this.#played / turns.seconds) % 2 === 0 ? 'away' : 'home';
  }

  advance(rating: Readonly<Rating>): boolean {
    if (this.isOver) return false;
    if (this.#pauseSecondsLeft > 0) {
      this.#pauseSecondsLeft--;
      return false;
    }
    let suspends = this.#playOn();
    const attacking = this.#attacking;
    for (const side of attacking === null ? SIDES : [attacking]) {
      suspends = this.#attack(side, rating) || suspends;
    }
    this.#passSecond(attacking);
    return suspends;
  }

  /** What is counted besides scores, and power plays. Returns whether a player is sent off. */
  #playOn(): boolean {
    const { counts = {}, powerPlays } = this.#rules;
    let suspends = false;
    for (const [name, average] of Object.entries(counts)) {
      for (const side of ['Home', 'Away']) {
        if (!this.#happens(average)) continue;
        this.#counts[name + side] = (this.#counts[name + side] ?? 0) + 1;
        suspends ||= name === 'redCards';
      }
    }
    if (this.#powerPlaySecondsLeft-- <= 0) this.#powerPlay = null;
    if (powerPlays && this.#happens(powerPlays.average)) {
      this.#powerPlay = this.#random.pick(SIDES);
      this.#powerPlaySecondsLeft = powerPlays.seconds;
    }
    return suspends;
  }

  /** Returns whether the side scores, and books suspend their markets on that. */
  #attack(side: Side, { scoreMargin, total }: Readonly<Rating>): boolean {
    const { scores, turns, scoresSuspend } = this.#rules;
    const expected = Math.max(
      MIN_SHARE * total,
      (side === 'home' ? total + scoreMargin : total - scoreMargin) / 2,
    );
    const pointsPerScore = scores.reduce((sum, { share, points }) => sum + share * points, 0);
    // With turns it has half of the time for the same scores.
    if (!this.#happens(((turns ? 2 : 1) * expected) / pointsPerScore)) return false;
    const score = this.#pickScore();
    this.#score[side] += score.points;
    if (score.play !== undefined) this.#lastPlay = `${score.play} (${side})`;
    this.#hasScoredInTurn = true;
    this.#powerPlay = null;
    return scoresSuspend;
  }

  #pickScore() {
    const place = this.#random.uniform();
    let end = 0;
    const picked = this.#rules.scores.find(({ share }) => {
      end += share;
      return place < end;
    });
    return picked ?? this.#random.pick(this.#rules.scores);
  }

  #passSecond(attacking: Side | null): void {
    const { turns: { failures } = {}, stops } = this.#rules;
    this.#played++;
    this.#isTimeout = false;
    if (this.#attacking !== attacking) {
      if (failures && !this.#hasScoredInTurn) {
        this.#lastPlay = `${this.#random.pick(failures)} (${attacking})`;
      }
      this.#hasScoredInTurn = false;
    }
    if (this.#played >= this.#length()) this.#endPeriod();
    else if (stops !== undefined && this.#random.chance(1 / stops.runSeconds)) {
      this.#pauseSecondsLeft = this.#random.integer(1, 2 * stops.stopSeconds);
      this.#isTimeout = this.#random.chance(TIMEOUT_SHARE);
    }
  }

  #endPeriod(): void {
    const { periods, overtimeLength, breakSeconds, halfTimeSeconds = breakSeconds } = this.#rules;
    const isTied = this.#score.home === this.#score.away;
    this.#hasEnded = this.#period >= periods && !(isTied && overtimeLength !== null);
    if (this.#hasEnded) return;
    this.#pauseSecondsLeft = this.#period * 2 === periods ? halfTimeSeconds : breakSeconds;
    this.#period++;
    this.#played = 0;
  }

  scoreModel(rating: Readonly<Rating>): ScoreModel {
    const { periods, periodLength, overtimeLength } = this.#rules;
    const periodsLeft = Math.max(0, periods - this.#period);
    const left = periodsLeft * periodLength + this.#length() - this.#played;
    // Overtime counts once it has begun.
    const remaining = this.isOver ? 0 : left / this.#regularTime();
    const hasOvertime = overtimeLength !== null;
    return scoreModel(rating, this.#usual, { ...this.#score, remaining }, hasOvertime);
  }

  status(): GameStatus {
    const { clock, stops, turns, scores, powerPlays } = this.#rules;
    const [period, gamePeriod] = this.#periodName();
    const shown =
      clock === 'down'
        ? this.#length() - this.#played
        : (clock?.[this.#period - 1] ?? 0) + this.#played;
    return {
      homeScore: this.#score.home,
      awayScore: this.#score.away,
      period,
      gamePeriod,
      gameClock: clock && minutesAndSeconds(shown),
      ...(stops && { isTimeout: this.#isTimeout }),
      ...(turns && { possession: this.#attacking }),
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
    return this.#random.chance(averageInGame / this.#regularTime());
  }
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Puts a number into the name of a period: for `#th` as "1st", "2nd" and so on, for `#` as it is. */
function numbered(name: string, number: number): string {
  const ordinal = `${number}${['st', 'nd', 'rd'][number - 1] ?? 'th'}`;
  return name.replace('#th', ordinal).replace('#', String(number));
}
