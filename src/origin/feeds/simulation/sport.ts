import type { EventGameState } from '../../../contract/events.ts';
import type { GameReport, Side } from '../../live-reports.ts';
import type { Random } from './random.ts';

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
  /** Probabilities of the outcomes; they sum to 1, and a draw is 0 where the game goes on until it is decided. */
  readonly outcome: { readonly home: number; readonly draw: number; readonly away: number };
  /** The expected final score, in the units of the sport's lines. */
  readonly expected: Readonly<{ margin: number; total: number } & Record<Side, number>>;
  /** Probability that the home side wins after `line` is added to its score. Lines are half numbers. */
  covers(line: number): number;
  /** Probability that both scores together are above `line`. */
  totalAbove(line: number): number;
  /** Probability that one side's score is above `line`. */
  scoreAbove(side: Side, line: number): number;
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

/** A statistic of a player that props are offered on. */
export interface PropKind {
  readonly marketType: string;
  readonly statCategory: string;
  /** Between what bounds a player's average lies. */
  readonly average: readonly [number, number];
  /** Standard deviation of one game's figure, as a multiple of the average's square root. */
  readonly spread: number;
}

/** The markets of a sport; every one has a moneyline. */
export interface SportMarkets {
  /** Whether the moneyline has three ways. */
  readonly hasDraw: boolean;
  readonly spread: string;
  /** The smallest absolute value of a spread's line. */
  readonly smallestSpread: number;
  /** How far alternate lines lie from the main line. */
  readonly alternateSpreads: readonly number[];
  readonly total: string;
  readonly alternateTotals: readonly number[];
  readonly hasTeamTotals: boolean;
  readonly props: readonly PropKind[];
  /** Whether props are on the players of a side, or the side is a player. */
  readonly propsOn: 'players' | 'side';
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
  readonly markets: SportMarkets;
  newGame(random: Random): Game;
}
