import type { Side } from '../../../games/game-report.ts';
import { SIDES } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Rating } from '../scores/score-model.ts';
import { type ScoreModel, scoreModel, type UsualGame } from '../scores/score-model.ts';
import { type Game, type GameStatus, opponentOf } from './game.ts';
import type { ClockRules, GameRules, PeriodName, TurnRules } from './game-rules.ts';

/** The share of stoppages that are time-outs. */
const TIMEOUT_SHARE = 0.25;

/** A game of two teams by the rules of its sport. */
export class TeamGame implements Game {
  readonly #rules: GameRules;
  readonly #usual: UsualGame;
  readonly #random: Random;
  readonly #score = { home: 0, away: 0 };
  /** By the name in the reports of books, such as `cornersHome`. */
  readonly #counts: Record<string, number>;
  readonly #countRules: readonly (readonly [name: string, average: number])[];
  /** Counted from 1. In overtime it is above the sport's number of periods. */
  #period = 1;
  /** How much of the period has been played, in its unit. */
  #played = 0;
  #pauseSecondsLeft = 0;
  #isTimeout = false;
  #hasEnded = false;
  /** Null where both sides always do. */
  #attacking: Side | null;
  /** Of the current turn. */
  #failures = 0;
  #lastPlay: string | null = null;
  #powerPlay: Side | null = null;
  #powerPlaySecondsLeft = 0;

  constructor(rules: GameRules, usual: UsualGame, random: Random) {
    this.#rules = rules;
    this.#usual = usual;
    this.#random = random;
    this.#attacking = rules.turns?.startsWith ?? null;
    this.#countRules = Object.entries(rules.counts ?? {}).flatMap(([name, average]) =>
      ['Home', 'Away'].map((side) => [`${name}${side}`, average] as const),
    );
    this.#counts = Object.fromEntries(this.#countRules.map(([name]) => [name, 0]));
  }

  get isOver(): boolean {
    const { periods, clock, hasSuddenDeath } = this.#rules;
    const { home, away } = this.#score;
    if (hasSuddenDeath && this.#period > periods && home !== away) return true;
    // Without a clock, the side that attacks last does not go on when it leads.
    const isLastTurn = clock === null && this.#period >= periods && this.#attacking === 'home';
    return this.#hasEnded || (isLastTurn && home > away);
  }

  advance(rating: Readonly<Rating>): boolean {
    if (this.isOver) return false;
    if (this.#pauseSecondsLeft > 0) {
      this.#pauseSecondsLeft--;
      return false;
    }
    const suspends = this.#play(rating);
    if (this.#rules.clock !== null) this.#runClock(this.#rules.clock);
    return suspends;
  }

  /** One second of play. Returns whether something happened on which books suspend their markets. */
  #play(rating: Readonly<Rating>): boolean {
    const { playSeconds } = this.#rules;
    let suspends = false;
    this.#advancePowerPlay();
    for (const [name, average] of this.#countRules) {
      if (!this.#happens(average)) continue;
      this.#counts[name] = (this.#counts[name] ?? 0) + 1;
      suspends ||= name.startsWith('redCards');
    }
    const attacking = this.#attacking;
    for (const side of SIDES) {
      const attacks = attacking === null || attacking === side;
      if (!attacks || !this.#random.chance(1 / playSeconds)) continue;
      suspends = this.#attack(side, rating) || suspends;
    }
    return suspends;
  }

  #advancePowerPlay(): void {
    const { powerPlays } = this.#rules;
    if (powerPlays === undefined) return;
    if (this.#powerPlaySecondsLeft > 0 && --this.#powerPlaySecondsLeft === 0)
      this.#powerPlay = null;
    if (!this.#happens(powerPlays.average)) return;
    this.#powerPlay = this.#random.pick(SIDES);
    this.#powerPlaySecondsLeft = powerPlays.seconds;
  }

  /** A play of one side. Returns whether books suspend their markets. */
  #attack(side: Side, rating: Readonly<Rating>): boolean {
    const { scores, turns, scoresSuspend } = this.#rules;
    const hasScored = this.#random.chance(this.#scoreChance(side, rating));
    const score = hasScored ? this.#pick(scores) : undefined;
    const outcome = score ?? this.#pick(turns?.failures ?? []);
    if (outcome?.play !== undefined) this.#lastPlay = `${outcome.play} (${side})`;
    if (score !== undefined) {
      this.#score[side] += score.points;
      this.#powerPlay = null;
    }
    if (turns !== null && outcome !== undefined) this.#endPlay(side, hasScored, turns);
    return hasScored && scoresSuspend;
  }

  /** Of a play. Power plays do not change how much is scored in an average game. */
  #scoreChance(side: Side, rating: Readonly<Rating>): number {
    const { scores, plays, minPoints, powerPlays } = this.#rules;
    const { average, seconds, factor } = powerPlays ?? { average: 0, seconds: 0, factor: 1 };
    const usualFactor = 1 + ((factor - 1) * (average / 2) * seconds) / this.#regularTime();
    const expected = Math.max(minPoints, expectedOf(side, rating)) / usualFactor;
    const pointsPerScore = scores.reduce((sum, { share, points }) => sum + share * points, 0);
    return ((this.#powerPlay === side ? factor : 1) * expected) / pointsPerScore / plays;
  }

  /** One of several kinds by their shares; undefined for the rest where they do not add up to 1. */
  #pick<T extends { readonly share: number }>(kinds: readonly T[]): T | undefined {
    const place = this.#random.uniform();
    let end = 0;
    return kinds.find(({ share }) => {
      end += share;
      return place < end;
    });
  }

  #endPlay(side: Side, hasScored: boolean, turns: TurnRules): void {
    const { clock, periodLength } = this.#rules;
    if (!hasScored) this.#failures++;
    if (!hasScored && clock === null) this.#played++;
    if (hasScored ? !turns.endsOnScore : this.#failures < turns.failuresToEnd) return;
    this.#failures = 0;
    this.#attacking = opponentOf(side);
    this.#pauseSecondsLeft = turns.breakSeconds;
    if (clock === null && this.#played >= periodLength) this.#endPeriod();
  }

  #runClock({ stops }: ClockRules): void {
    this.#isTimeout = false;
    this.#played++;
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
    const { clock, turns, scores, powerPlays } = this.#rules;
    const [period, gamePeriod] = this.#periodName();
    const startsAt = clock?.startsAt?.[this.#period - 1];
    const shown = startsAt === undefined ? this.#length() - this.#played : startsAt + this.#played;
    return {
      homeScore: this.#score.home,
      awayScore: this.#score.away,
      period,
      gamePeriod,
      gameClock: clock && minutesAndSeconds(shown),
      ...(clock?.stops && { isTimeout: this.#isTimeout }),
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

/** How much of a game's expected total is the side's. */
function expectedOf(side: Side, { margin, total }: Readonly<Rating>): number {
  return (side === 'home' ? total + margin : total - margin) / 2;
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Puts a number into the name of a period: for `#th` as "1st", "2nd" and so on, for `#` as it is. */
function numbered(name: string, number: number): string {
  const ordinal = `${number}${['st', 'nd', 'rd'][number - 1] ?? 'th'}`;
  return name.replace('#th', ordinal).replace('#', String(number));
}
