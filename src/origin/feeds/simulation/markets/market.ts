import type { Player } from '../games/player.ts';
import type { ScoreModel } from '../score-models/score-model.ts';

/** A kind of market: decides how likely a book is to offer it, and how large the profit margin in its prices is. */
export type MarketGroup =
  | 'main'
  | 'alternate'
  | 'team_total'
  | 'game_prop'
  | 'exact_score'
  | 'period'
  | 'player_prop'
  | 'scorer'
  | 'outright';

/** A market type that books offer on the games of a sport. */
export interface MarketDefinition {
  readonly type: string;
  readonly group: MarketGroup;
  /** Its markets on one game: one for each line, team or player. */
  markets(lineup: Lineup): readonly Market[];
}

/** Who plays a game. */
export interface Lineup {
  readonly home: string;
  readonly away: string;
  /** The best of each side first. */
  readonly players: readonly Player[];
}

/**
 * A market of one event at one line. A book prices it from its `model` of the event and its `bias`:
 * by how many standard deviations it overrates the player that the market is on. For an entrant of an outright,
 * it is the logarithm of the factor by which the book overrates the strength.
 */
export interface Market<Model = ScoreModel> {
  readonly selections: readonly Selection<Model>[];
  /**
   * Whether the selections cover every outcome. A book then offers all of them or none. Otherwise
   * selections come and go one by one.
   */
  readonly isComplete: boolean;
  /** Whether books may offer only the first selection. */
  readonly mayBeOneWay: boolean;
  /** How many steps the line is from the main one. Books offer the nearest lines first. */
  readonly stepsFromMain: number;
  /** The rank of the player among those of the side with this market, from 0. Books offer the best players first. */
  readonly playerRank: number;
  /** Null unless the market is on a player's statistic. */
  readonly playerProp: PlayerProp | null;
  /** The line to offer after `current`, which is null at first. Null for a market without lines. */
  nextLine(model: Model, bias: number, current: number | null): number | null;
}

export interface PlayerProp {
  readonly player: string;
  readonly statCategory: string;
}

export interface Selection<Model = ScoreModel> {
  readonly name: string;
  readonly type: string;
  /** Whether its line is that of the market with the sign changed. */
  readonly hasOppositeLine?: boolean;
  /** A line of its own, which never moves. */
  readonly fixedLine?: number;
  /** The probability that it wins at this line of the market, given that the stake is not returned. */
  winProbability(model: Model, bias: number, line: number): number;
}

/** A market without lines whose selections cover every outcome. */
export function completeMarket<Model = ScoreModel>(
  selections: readonly Selection<Model>[],
): Market<Model> {
  return { ...partialMarket(selections), isComplete: true };
}

/** A market without lines whose selections leave outcomes out, or overlap. */
export function partialMarket<Model = ScoreModel>(
  selections: readonly Selection<Model>[],
): Market<Model> {
  return {
    selections,
    isComplete: false,
    mayBeOneWay: false,
    stepsFromMain: 0,
    playerRank: 0,
    playerProp: null,
    nextLine: () => null,
  };
}
