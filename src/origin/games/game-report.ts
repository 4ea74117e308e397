import type { GameState } from '../../contract/routes/game-states.ts';

export type Side = 'home' | 'away';

/**
 * The state of a live game as one book publishes it. Books lag behind the game and behind each
 * other. A field is null or absent if the book does not publish it.
 */
export interface GameReport
  extends Omit<
    GameState,
    'isLive' | 'homeTeam' | 'awayTeam' | 'sport' | 'league' | 'primaryBook' | 'bookCount'
  > {
  /** When the book published it, in milliseconds since the Unix epoch. */
  readonly reportedAt: number;
  readonly awayScore: number;
}

/** By book id. */
export type GameReports = ReadonlyMap<string, GameReport>;

export const NO_REPORTS: GameReports = new Map();
