import type { Player } from '../games/player.ts';
import type { Outlook } from '../score-models/score-model.ts';

/** What a book decides by whether it offers a market, and how much it keeps of it. */
export type MarketGroup =
  | 'main'
  | 'alternate'
  | 'team_total'
  | 'special'
  | 'score'
  | 'period'
  | 'prop'
  | 'scorer'
  | 'outright';

/** A market as a table has it, for the games of a sport. */
export interface MarketSpec {
  readonly type: string;
  readonly group: MarketGroup;
  /** Every bet of it on one game: one for each line, team or player that it is offered on. */
  bets(lineup: Lineup): readonly Bet[];
}

/** Who plays a game. */
export interface Lineup {
  readonly home: string;
  readonly away: string;
  /** The best of each side first. */
  readonly players: readonly Player[];
}

/**
 * A market of one event at one line. All books price it from what they believe: their view, and
 * their `tilt`, by how many deviations they think a player or an entrant better than average.
 */
export interface Bet<View = Outlook> {
  readonly selections: readonly Selection<View>[];
  /**
   * Whether the selections are all that can happen, so that a book offers all of them or none.
   * Selections of other bets come and go one by one.
   */
  readonly isComplete: boolean;
  /** Whether books may leave the selections after the first one out. */
  readonly isOneWay: boolean;
  /** How many steps the line is from the main one; books offer the near ones first. */
  readonly rung: number;
  /** The place of the player in his side; books offer the first ones. */
  readonly rank: number;
  /** For a player's figure, its name; null for everything else. */
  readonly figure: { readonly player: string; readonly statCategory: string } | null;
  /** The line that a book offers after `current`, the one it has; null where the bet has none. */
  line(view: View, tilt: number, current: number | null): number | null;
}

export interface Selection<View = Outlook> {
  readonly name: string;
  readonly type: string;
  /** Whether it carries the line of the bet with the sign changed. */
  readonly isOpposed?: boolean;
  /** A line of its own, which never moves. */
  readonly ownLine?: number;
  /** The probability that it wins, of all cases in which it wins or loses. */
  chance(view: View, tilt: number, line: number): number;
}

/** A bet without lines, on the game as such. */
export function plainBet<View = Outlook>(
  selections: readonly Selection<View>[],
  isComplete: boolean,
): Bet<View> {
  return {
    selections,
    isComplete,
    isOneWay: false,
    rung: 0,
    rank: 0,
    figure: null,
    line: () => null,
  };
}
