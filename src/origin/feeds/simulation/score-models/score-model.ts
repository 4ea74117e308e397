import type { Side } from '../../../games/live-reports.ts';
import type { Region } from '../score-condition.ts';

/**
 * How strong two sides are, as the final score they would reach on average: the home side's lead,
 * and the sum of both. Tennis counts in shares of the points won on serve instead: the home
 * player's lead, and the mean of both.
 */
export interface Opinion {
  margin: number;
  total: number;
}

/** What someone with an opinion believes of a game at one moment. */
export interface Outlook {
  /** The expected final score, in the units of the sport's lines. */
  readonly expected: Readonly<{ margin: number; total: number } & Record<Side, number>>;
  /** Probability that the game ends in the region. */
  chance(region: Region): number;
  /** The outlook on a part of a game that has not begun, which has this share of its scores. */
  part(share: number): Outlook;
  /** The outlook on something that is counted beside the score of a game that has not begun. */
  tally(counted: Tally): Outlook;
}

/** Something that is counted in a game beside its scores. */
export interface Tally {
  /** What both sides reach together in a game whose total is the usual one. */
  readonly average: number;
  readonly usual: number;
  readonly scatter: Readonly<Opinion>;
}
