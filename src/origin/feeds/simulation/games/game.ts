import type { EventGameState } from '../../../../contract/events.ts';
import type { GameReport, Side } from '../../../games/game-report.ts';
import type { Rating, ScoreModel } from '../scores/score-model.ts';

/** What is known of a game in play. Fields that the sport does not have are absent. */
export interface GameStatus extends Omit<GameReport, 'reportedAt'> {
  /** The name of the current period; `gamePeriod` is its abbreviation. */
  readonly period: string;
  readonly isTimeout?: boolean;
}

/** One game as it is played, or a season as it is decided. It starts with the first call of `advance`. */
export interface Game {
  readonly isOver: boolean;
  /**
   * Plays one second. `rating` is the expected final margin and total. Returns whether something
   * happened on which books suspend their markets, such as a goal.
   */
  advance(rating: Readonly<Rating>): boolean;
  /** The distribution of the final score, given the current score and this rating. */
  scoreModel(rating: Readonly<Rating>): ScoreModel;
  /** Null where there is nothing to publish. */
  status(): GameStatus | null;
}

/** The state of a game in the form in which the odds service returns it. */
export function gameStateOf(status: GameStatus): EventGameState {
  return {
    home_score: status.homeScore,
    away_score: status.awayScore,
    period: status.period,
    clock: status.gameClock ?? null,
    score_type: status.setsHome === undefined ? 'game_points' : 'match',
    possession: status.possession ?? null,
    is_timeout: status.isTimeout ?? null,
    power_play: status.powerPlay ?? null,
    last_play: status.lastPlay ?? null,
  };
}

export function opponentOf(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}
