import { slugOf, slugsOf } from './slugs.ts';

/** Category aliases of the `market` filter, with the exact market types that they stand for. */
export const MARKET_ALIASES: Readonly<Record<string, readonly string[]>> = {
  main: ['moneyline', 'point_spread', 'total_points'],
  spread: ['point_spread', 'puck_line', 'run_line', 'set_handicap'],
  total: ['total_points', 'total_goals', 'total_runs', 'total_games', 'total_rounds', 'team_total'],
};

/** Market names of other odds services, with the names of this contract that they stand for. */
const FOREIGN_NAMES: Readonly<Record<string, readonly string[]>> = {
  h2h: ['moneyline'],
  spreads: ['spread'],
  totals: ['total'],
  outrights: ['outright', 'championship_winner', 'tournament_winner', 'season_leader'],
};

/** The alias of all market types that begin with `PLAYER_PROP_PREFIX`. */
export const PROPS_ALIAS = 'props';

export const PLAYER_PROP_PREFIX = 'player_';

/** All names of markets that this file states: categories, aliases and exact types. */
export const CONTRACT_MARKETS: ReadonlySet<string> = new Set([
  PROPS_ALIAS,
  ...[MARKET_ALIASES, FOREIGN_NAMES].flatMap((names) => Object.entries(names).flat(2)),
]);

/** Whether a name from `marketNames` is a category, and not one exact market type. */
export function isMarketAlias(market: string): boolean {
  return market === PROPS_ALIAS || Object.hasOwn(MARKET_ALIASES, market);
}

/** Exact types and categories as this contract names them, each once, from names in any case. */
export function marketNames(markets: readonly string[]): string[] {
  return [...new Set(expand(slugsOf(markets), FOREIGN_NAMES))];
}

/** A list of exact types and aliases, expanded to exact types, and `props` for all player props. */
export function marketTypes(markets: readonly string[]): string[] {
  return expand(marketNames(markets), MARKET_ALIASES);
}

/** The names by which a filter can match a market type: its own, and `props` for player props. */
export function filterNamesOf(marketType: string): string[] {
  const market = slugOf(marketType);
  return market.startsWith(PLAYER_PROP_PREFIX) ? [market, PROPS_ALIAS] : [market];
}

/**
 * A predicate for market types, from a list of aliases and exact types in any case. An empty list
 * matches everything.
 */
export function marketMatcher(markets: readonly string[]): (marketType: string) => boolean {
  if (markets.length === 0) return () => true;
  const types = new Set(marketTypes(markets));
  const hasProps = types.has(PROPS_ALIAS);
  return (marketType) => {
    const market = slugOf(marketType);
    return types.has(market) || (hasProps && market.startsWith(PLAYER_PROP_PREFIX));
  };
}

function expand(
  names: readonly string[],
  meanings: Readonly<Record<string, readonly string[]>>,
): string[] {
  return names.flatMap((name) => (Object.hasOwn(meanings, name) ? (meanings[name] ?? []) : [name]));
}
