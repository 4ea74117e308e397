import type { Side } from '../../../games/game-report.ts';
import type { Player, PlayerStatistic } from '../events/players.ts';
import type { ScoreModel } from '../scores/score-model.ts';

/** Who plays a game, and which statistics of players are counted in it. */
export interface Lineup {
  readonly home: string;
  readonly away: string;
  /** The best of each side first. */
  readonly players: readonly Player[];
  readonly statistics: Readonly<Record<string, PlayerStatistic>>;
}

/**
 * A market of one event at one line. A book prices it from its model of the event and its `bias`: by how many
 * standard deviations it overrates the player that the market is on. For an entrant of an outright, it is the
 * logarithm of the factor by which the book overrates the strength.
 */
export interface Market {
  readonly selections: readonly Selection[];
  /** The probability of each selection to win at this line, given that the stake is not returned. */
  chances(game: ScoreModel, bias: number, line: number): readonly number[];
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
  /** Null unless the market is on a statistic of the player whom the selections name. */
  readonly statCategory: string | null;
  /** The line to offer after `current`, which is null at first. Null for a market without lines. */
  nextLine(game: ScoreModel, bias: number, current: number | null): number | null;
}

export interface Selection {
  readonly name: string;
  readonly type: string;
  /** Whether its line is that of the market with the sign changed. */
  readonly hasOppositeLine?: boolean;
  /** A line of its own, which never moves. */
  readonly fixedLine?: number;
}

/** A market without lines, unless `traits` say otherwise. */
export function marketOf(
  selections: readonly Selection[],
  chances: Market['chances'],
  traits: Partial<Market> = {},
): Market {
  return {
    selections,
    chances,
    isComplete: false,
    mayBeOneWay: false,
    stepsFromMain: 0,
    playerRank: 0,
    statCategory: null,
    nextLine: () => null,
    ...traits,
  };
}

export const SIDES: readonly Side[] = ['home', 'away'];
