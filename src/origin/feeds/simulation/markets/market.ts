import type { Side } from '../scores/score-condition.ts';
import type { ScoreModel } from '../scores/score-model.ts';

/**
 * How many players a team has. They stand for a whole squad: in football, the quarterback is the best rusher, too, and the
 * last receivers defend.
 */
export const SQUAD_SIZE = 12;

/** A statistic that is recorded for each player. */
export interface PlayerStatistic {
  /** The average in a game of the one player of a side who records it; or of the lowest-ranked one, and of the best. */
  readonly average: number | readonly [lowestRanked: number, best: number];
  /** Standard deviation in one game divided by the square root of the average: by default 1, as of a Poisson count. */
  readonly dispersion?: number;
  /** Whether the averages are per goal or point that the side scores, not per game. */
  readonly isShareOfScore?: boolean;
  /** The ranks of the players who record it, 0 for the best of the side; by default all. */
  readonly ranks?: readonly [from: number, to: number];
}

/** A player in one game. */
export interface Player {
  readonly name: string;
  readonly side: Side;
  /** 0 is the best of the side. */
  readonly rank: number;
  /** Multiplies every average. */
  readonly form: number;
}

/** Who plays a game, and which statistics of players are counted in it. */
export interface Lineup {
  readonly home: string;
  readonly away: string;
  /** The best of each side first. */
  readonly players: readonly Player[];
  readonly statistics: Readonly<Record<string, PlayerStatistic>>;
}

/** A market of one event at one line. */
export interface Market {
  readonly selections: readonly Selection[];
  /**
   * It is on this share of the game's scores, see `ScoreModel.part`: 1 is regular time, which may end in a draw. Undefined
   * for the final score, overtime included.
   */
  readonly share?: number | undefined;
  /**
   * Whether the selections cover every outcome. A book then offers all of them or none. Otherwise
   * selections come and go one by one.
   */
  readonly isComplete: boolean;
  /** How many steps the line is from the main one. Books offer the nearest lines first. */
  readonly stepsFromMain?: number;
  /** The line to offer after `current`, which is null at first. Left out by a market without lines. */
  readonly nextLine?: (model: ScoreModel, current: number | null) => number;
  /** Of a market on a player, the rank among those of the side with this market, from 0. */
  readonly playerRank?: number;
  /** What the market counts of the player whom the selections name. Books may offer only the first of these. */
  readonly statCategory?: string;
}

export interface Selection {
  readonly name: string;
  readonly type: string;
  /** Whether its line is that of the market with the sign changed. */
  readonly hasOppositeLine?: boolean;
  /** A line of its own, which never moves. */
  readonly fixedLine?: number;
  /** The probability to win at a line, given that the stake is not returned. Left out where it wins if no other does. */
  readonly chance?: (model: ScoreModel, line: number) => number;
}

/** The model of what a market is on. */
export function modelFor({ share }: Market, game: ScoreModel): ScoreModel {
  return share === undefined ? game : game.part(share);
}

/** The probability of each selection to win. */
export function chancesOf({ selections }: Market, model: ScoreModel, line: number): number[] {
  const chances = selections.map(({ chance }) => chance?.(model, line));
  const rest = chances.reduce<number>((left, chance = 0) => left - chance, 1);
  return chances.map((chance = rest) => chance);
}
