import type { PlayerStatistic } from '../events/players.ts';
import type { GameRules } from '../games/team-game.ts';
import type { MarketGroup } from '../markets/market-groups.ts';
import type { MarketRow } from '../markets/market-kinds.ts';
import type { PropOptions } from '../markets/player-markets.ts';
import type { UsualGame } from '../scores/score-model.ts';
import type { MarketRows } from './standard-markets.ts';

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
  /** Null for tennis, which has rules of its own. A side is one player then. */
  readonly rules: GameRules | null;
  /** What is counted of each player. Each statistic has a prop of its own, unless it has no lines. */
  readonly statistics: Readonly<Record<string, PlayerStatistic & PropOptions>>;
  /** The markets that all sports of teams have, and those that only this one has. */
  readonly markets: readonly MarketRows[];
}

/** The markets of a group, those on single statistics of players first. */
export function marketRows({ statistics, markets }: Sport, group: MarketGroup): MarketRow[] {
  const props = Object.entries(statistics)
    .filter(([, { lines }]) => group === 'player_prop' && lines !== 0)
    .map(([name, prop]): MarketRow => ['prop', `player_${name}`, { ...prop, of: [name] }]);
  return [...props, ...markets.flatMap((rows) => rows[group] ?? [])];
}
