import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport } from '../../../games/live-reports.ts';
import type { MarketSpec } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Opinion, Outlook } from '../score-models/score-model.ts';

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
