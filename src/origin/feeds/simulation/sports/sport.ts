import type { PlayerStatistic } from '../events/players.ts';
import type { Game } from '../games/game.ts';
import type { MarketRow, MarketsByGroup } from '../markets/market-kinds.ts';
import type { PropOptions } from '../markets/player-markets.ts';
import type { Random } from '../random.ts';
import type { UsualGame } from '../scores/score-model.ts';

/** A sport as data for the simulation. */
export interface Sport {
  readonly id: string;
  /** How the margin of the rating, home minus away, varies from game to game. */
  readonly margin: { readonly average: number; readonly deviation: number };
  /** Standard deviation of the total of the rating around the league's average. */
  readonly totalDeviation: number;
  readonly usual: UsualGame;
  /** The usual length of a game, breaks included. */
  readonly minutes: number;
  /** Whether a side is one player. */
  readonly isIndividual?: boolean;
  /** What is counted of each player. */
  readonly statistics: Statistics;
  /** Every market that books offer on its games. `period` also has rare markets on the whole game. */
  readonly markets: MarketsByGroup;
  newGame(random: Random): Game;
}

/** By name. Each statistic has a prop of its own, unless it has no lines. */
export type Statistics = Readonly<Record<string, PlayerStatistic & PropOptions>>;

/** The props on single statistics. */
export function ownProps(statistics: Statistics): MarketRow[] {
  return Object.entries(statistics)
    .filter(([, { lines }]) => lines !== 0)
    .map(([name, { lines, step }]) => [
      'player-prop',
      `player_${name}`,
      { of: [name], ...(lines && { lines }), ...(step && { step }) },
    ]);
}

/** The same markets on each of several periods, given with their shares of a game's scores. */
export function inPeriods(
  periods: Readonly<Record<string, number>>,
  rows: readonly MarketRow[],
): MarketRow[] {
  return Object.entries(periods).flatMap(([period, share]) =>
    rows.map(
      ([kind, type, options]) => [kind, `${period}_${type}`, { ...options, share }] as MarketRow,
    ),
  );
}
