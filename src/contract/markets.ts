import { slugOf, slugsOf } from './slugs.ts';

/** Category aliases of the `market` filter; each stands for the exact types beside it. */
export const MARKET_ALIASES: Readonly<Record<string, readonly string[]>> = {
  main: ['moneyline', 'point_spread', 'total_points'],
  spread: ['point_spread', 'puck_line', 'run_line', 'set_handicap'],
  total: ['total_points', 'total_goals', 'total_runs', 'total_games', 'total_rounds', 'team_total'],
};

/** What other odds APIs call markets; each stands for the names of this contract beside it. */
const FOREIGN_NAMES: Readonly<Record<string, readonly string[]>> = {
  h2h: ['moneyline'],
  spreads: ['spread'],
  totals: ['total'],
  outrights: ['outright', 'championship_winner', 'tournament_winner', 'season_leader'],
};

/** The alias that stands for every market type with `PLAYER_PROP_PREFIX`. */
export const PROPS_ALIAS = 'props';

export const PLAYER_PROP_PREFIX = 'player_';

/** Whether a name as `marketNames` gives it is a category and not one exact market type. */
export function isMarketAlias(market: string): boolean {
  return market === PROPS_ALIAS || Object.hasOwn(MARKET_ALIASES, market);
}

/** Exact types and categories as this contract names them, each once, from names in any case. */
export function marketNames(markets: readonly string[]): string[] {
  return [...new Set(expand(slugsOf(markets), FOREIGN_NAMES))];
}

/** What a list of exact types and aliases asks for: exact types, and `props` for all of that alias. */
export function marketGroups(markets: readonly string[]): string[] {
  return expand(marketNames(markets), MARKET_ALIASES);
}

/** The groups that a market type is in: its own, and where it is one, that of player props. */
export function groupsOfMarket(marketType: string): string[] {
  const market = slugOf(marketType);
  return market.startsWith(PLAYER_PROP_PREFIX) ? [market, PROPS_ALIAS] : [market];
}

/**
 * A test for market types, from a list in which aliases and exact types may be mixed, in any case.
 * An empty list lets everything through.
 */
export function marketMatcher(markets: readonly string[]): (marketType: string) => boolean {
  if (markets.length === 0) return () => true;
  const groups = new Set(marketGroups(markets));
  const hasProps = groups.has(PROPS_ALIAS);
  return (marketType) => {
    const market = slugOf(marketType);
    return groups.has(market) || (hasProps && market.startsWith(PLAYER_PROP_PREFIX));
  };
}

function expand(
  names: readonly string[],
  meanings: Readonly<Record<string, readonly string[]>>,
): string[] {
  return names.flatMap((name) => (Object.hasOwn(meanings, name) ? (meanings[name] ?? []) : [name]));
}
