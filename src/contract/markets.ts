/** Category aliases of the `market` filter; each stands for the exact types beside it. */
export const MARKET_ALIASES: Readonly<Record<string, readonly string[]>> = {
  main: ['moneyline', 'point_spread', 'total_points'],
  spread: ['point_spread', 'puck_line', 'run_line', 'set_handicap'],
  total: ['total_points', 'total_goals', 'total_runs', 'total_games', 'total_rounds', 'team_total'],
};

/** The alias that stands for every market type with `PLAYER_PROP_PREFIX`. */
export const PROPS_ALIAS = 'props';

export const PLAYER_PROP_PREFIX = 'player_';

/** Whether `market` names a category and not one exact market type. */
export function isMarketAlias(market: string): boolean {
  return market === PROPS_ALIAS || Object.hasOwn(MARKET_ALIASES, market);
}

/** What a list of exact types and aliases asks for: exact types, and `props` for all of that alias. */
export function marketGroups(markets: readonly string[]): string[] {
  return markets.flatMap((market) =>
    Object.hasOwn(MARKET_ALIASES, market) ? (MARKET_ALIASES[market] ?? []) : [market],
  );
}

/** The groups that a market type is in: its own, and where it is one, that of player props. */
export function groupsOfMarket(marketType: string): string[] {
  return marketType.startsWith(PLAYER_PROP_PREFIX) ? [marketType, PROPS_ALIAS] : [marketType];
}

/**
 * A test for market types, from a list in which aliases and exact types may be mixed.
 * An empty list lets everything through.
 */
export function marketMatcher(markets: readonly string[]): (marketType: string) => boolean {
  if (markets.length === 0) return () => true;
  const groups = new Set(marketGroups(markets));
  const hasProps = groups.has(PROPS_ALIAS);
  return (marketType) =>
    groups.has(marketType) || (hasProps && marketType.startsWith(PLAYER_PROP_PREFIX));
}
