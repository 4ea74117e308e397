import type { Side } from '../../../games/game-report.ts';

/** How a game of a sport goes, except for tennis. */
export interface GameRules {
  readonly periods: number;
  /** In seconds of play; without a clock, in failed plays of both sides. */
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
  readonly clock: ClockRules | null;
  /** Null where both sides may score at any time. */
  readonly turns: TurnRules | null;
  /** The average time from one play of a side to the next, and how many each side has in a usual game. */
  readonly playSeconds: number;
  readonly plays: number;
  /** Kinds of scores, with their shares of all scores. */
  readonly scores: readonly (Play & { readonly points: number })[];
  /** The least number of points that a side is expected to score, however large the margin. */
  readonly minPoints: number;
  /** Whether books suspend their markets on a score; not where scores are too frequent for that. */
  readonly scoresSuspend: boolean;
  /** What is counted besides: averages of one side in a game. Books suspend their markets on red cards. */
  readonly counts?: Readonly<Partial<Record<Count, number>>>;
  readonly powerPlays?: PowerPlayRules;
}

export type Count = 'fouls' | 'corners' | 'yellowCards' | 'redCards';

/** The name of a period and its abbreviation, in which `#` stands for its number and `#th` for "1st", "2nd" and so on. */
export type PeriodName = readonly [name: string, abbreviation: string];

export interface ClockRules {
  /** How long play runs on average until it is stopped, and how long a stoppage lasts on average. */
  readonly stops?: { readonly runSeconds: number; readonly stopSeconds: number };
  /** For a clock that counts up: what it shows at the start of each period, in seconds. */
  readonly startsAt?: readonly number[];
}

/** The sides take turns to attack. */
export interface TurnRules {
  readonly startsWith: Side;
  /** Kinds of failed plays, with their shares of all plays without a score. The rest changes nothing. */
  readonly failures: readonly Play[];
  readonly failuresToEnd: number;
  readonly endsOnScore: boolean;
  /** Before the next turn. */
  readonly breakSeconds: number;
}

export interface Play {
  readonly share: number;
  /** What is published of it; by default nothing. */
  readonly play?: string;
}

/** A side has more players than the other for some time, or until it scores. */
export interface PowerPlayRules {
  /** How often in an average game, both sides together. */
  readonly average: number;
  readonly seconds: number;
  /** Multiplies the side's scoring rate. */
  readonly factor: number;
}
