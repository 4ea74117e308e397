import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport } from '../../../games/live-reports.ts';
import type { MarketDefinition } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { MarginAndTotal, Rating, ScoreModel } from '../score-models/score-model.ts';

/** The play of one game, which starts with the first second that passes. */
export interface Game {
  readonly isOver: boolean;
  /**
   * Plays one second between sides with the given rating. Returns whether something happened on
   * which books suspend their markets, such as a goal.
   */
  advance(rating: Readonly<Rating>): boolean;
  /** The distribution of the final score from the current one, if the sides have this rating. */
  scoreModel(rating: Readonly<Rating>): ScoreModel;
  state(): EventGameState;
  report(reportedAt: number): GameReport;
}

export interface Sport {
  readonly id: string;
  /** How the expected margin varies from game to game. */
  readonly margin: { readonly average: number; readonly deviation: number };
  /** How much the expected total varies around the league's average. */
  readonly totalDeviation: number;
  /** Standard deviation of results around a rating. Books' errors and news are measured in it. */
  readonly deviation: Readonly<MarginAndTotal>;
  /** The usual length of a game, breaks included. */
  readonly minutes: number;
  /** Whether a side is one player. */
  readonly isIndividual: boolean;
  /** Every market that books offer on its games. */
  readonly markets: readonly MarketDefinition[];
  newGame(random: Random): Game;
}
