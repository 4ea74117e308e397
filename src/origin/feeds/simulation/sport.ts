import type { EventGameState } from '../../../contract/events.ts';
import type { GameReport, Side } from '../../live-reports.ts';
import type { MarketSpec } from './market.ts';
import type { Random } from './random.ts';
import type { Region } from './region.ts';
import type { Tally } from './score.ts';

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

/** A game, not begun until its first second passes. */
export interface Game {
  readonly isOver: boolean;
  /**
   * One second passes between two sides of the given strength. True where something happened
   * after which books take their markets down until they know better.
   */
  advance(strength: Readonly<Opinion>): boolean;
  outlook(opinion: Readonly<Opinion>): Outlook;
  state(): EventGameState;
  report(reportedAt: number): GameReport;
}

export interface Sport {
  readonly id: string;
  /** How the strengths of two sides differ from game to game. */
  readonly margin: { readonly average: number; readonly deviation: number };
  /** How the total differs from game to game, around the league's average. */
  readonly totalDeviation: number;
  /** The scatter of results around an opinion, the unit in which opinions differ and drift. */
  readonly scatter: Readonly<Opinion>;
  /** How long a game usually lasts from its start, breaks included. */
  readonly minutes: number;
  /** Whether one meets one. */
  readonly isIndividual: boolean;
  /** Every market that books offer on its games. */
  readonly markets: readonly MarketSpec[];
  newGame(random: Random): Game;
}
