import type { PlayerStatistic } from '../markets/market.ts';
import type { MarketGroup } from '../markets/market-groups.ts';
import type { MarketRow } from '../markets/market-kinds.ts';
import type { PropOptions } from '../markets/player-markets.ts';
import type { UsualGame } from '../scores/score-model.ts';

/** A sport as data for the simulation. */
export interface Sport {
  readonly id: string;
  /** How the expected score margin, home minus away, varies from game to game. */
  readonly scoreMargin: { readonly average: number; readonly deviation: number };
  /** Standard deviation of the expected total score around the league's average. */
  readonly totalDeviation: number;
  readonly usual: UsualGame;
  /** The usual length of a game, breaks included. */
  readonly minutes: number;
  readonly rules: GameRules;
  /** What is counted of each player. Each statistic has a prop of its own, unless it has no lines. */
  readonly statistics: Readonly<Record<string, PlayerStatistic & PropOptions>>;
  /** What its markets of the usual kinds depend on; null where a side is one player, and only `markets` are offered. */
  readonly standard: StandardMarkets | null;
  readonly markets: MarketRows;
}

export type MarketRows = Readonly<Partial<Record<MarketGroup, readonly MarketRow[]>>>;

/** What the markets that all sports of teams have depend on. */
export interface StandardMarkets {
  /** What scores are called. */
  readonly unit: 'points' | 'goals' | 'runs';
  /** Whether a match may end in a draw. */
  readonly hasDraws?: boolean;
  readonly handicap: 'point_spread' | 'puck_line' | 'run_line';
  /** The smallest handicap on the match, and the distance between lines of total and, with draws, handicap. */
  readonly smallest?: number;
  readonly step?: number;
  /** The share of a game's scores in each period that has markets of its own. */
  readonly periods: Readonly<Record<string, number>>;
  /** What is counted besides scores: averages in a usual game, both sides together. */
  readonly counts: Readonly<Record<string, number>>;
}

/** How the games of a sport go. Play takes up the usual length of a game evenly: there are no breaks. */
export interface GameRules {
  readonly periods: number;
  /** In seconds of play. */
  readonly periodLength: number;
  /** The same of overtime, 0 where a game never comes to it; null where games may end in a tie. */
  readonly overtimeLength: number | null;
  /** Whether the first score of overtime ends the game. */
  readonly hasSuddenDeath?: boolean;
  /** A period is a set, which one side wins. Whoever has won so many has won the game. */
  readonly setsToWin?: number;
  readonly periodName: PeriodName;
  /** By default, overtime is counted on from the last period. */
  readonly overtimeName?: PeriodName;
  /** A clock that counts down, or what one that counts up shows at the start of each period, in seconds. */
  readonly clock: 'down' | readonly number[] | null;
  /** For sides that take turns: how long each is, and what reports call the side whose turn it is, if they name it. */
  readonly turns?: { readonly seconds: number; readonly name?: 'possession' | 'server' };
  /** Kinds of scores, with their shares of all scores, and what is published of them. None in sets. */
  readonly scores: readonly {
    readonly points: number;
    readonly share: number;
    readonly play?: string;
  }[];
  /** Whether books keep their markets open on a score, because scores are too frequent to suspend them. */
  readonly staysOpenOnScores?: boolean;
  /** What is counted besides: averages of one side in a game. */
  readonly counts?: Readonly<Record<string, number>>;
  /**
   * How often a side has more players than the other in an average game, and for how long on average unless a side
   * scores.
   */
  readonly powerPlays?: { readonly average: number; readonly seconds: number };
}

/** The name of a period and its abbreviation, in which `#` stands for its number and `#th` for "1st", "2nd" and so on. */
export type PeriodName = readonly [name: string, abbreviation: string];
