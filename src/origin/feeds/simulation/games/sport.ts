import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport } from '../../../games/live-reports.ts';
import type { MarketDefinition } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { MarginAndTotal, Rating, ScoreModel } from '../score-models/score-model.ts';

/** One game as it is played. It starts with the first call of `advance`. */
export interface Game {
  readonly isOver: boolean;
  /**
   * Plays one second. `rating` is the expected final margin and total. Returns whether something
   * happened on which books suspend their markets, such as a goal.
   */
  advance(rating: Readonly<Rating>): boolean;
  /** The distribution of the final score, given the current score and this rating. */
  scoreModel(rating: Readonly<Rating>): ScoreModel;
  /** The current state, in the form in which the odds service returns it. */
  state(): EventGameState;
  /** The current state, in the form in which books publish it. */
  report(reportedAt: number): GameReport;
}

export interface Sport {
  readonly id: string;
  /** How the margin of the rating, home minus away, varies from game to game. */
  readonly margin: { readonly average: number; readonly deviation: number };
  /** Standard deviation of the total of the rating around the league's average. */
  readonly totalDeviation: number;
  /** Standard deviation of results around a rating. Books' errors and effects of news are multiples of it. */
  readonly deviation: Readonly<MarginAndTotal>;
  /** The usual length of a game, breaks included. */
  readonly minutes: number;
  /** Whether a side is one player. */
  readonly isIndividual: boolean;
  /** Every market that books offer on its games. */
  readonly markets: readonly MarketDefinition[];
  newGame(random: Random): Game;
}
