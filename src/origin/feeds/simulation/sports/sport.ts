import type { PlayerStatistic } from '../events/players.ts';
import type { GameRules } from '../games/game-rules.ts';
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
  readonly alternates: number;
  /** The share of a game's scores in each period that has markets of its own. */
  readonly periods: Readonly<Record<string, number>>;
  /** What is counted besides scores: averages in a usual game, both sides together. */
  readonly counts: Readonly<Record<string, number>>;
}
