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

/**
 * A test for market types, from a list in which aliases and exact types may be mixed.
 * An empty list lets everything through.
 */
export function marketMatcher(markets: readonly string[]): (marketType: string) => boolean {
  if (markets.length === 0) return () => true;
  const exact = new Set(
    markets.flatMap((market) =>
      Object.hasOwn(MARKET_ALIASES, market) ? (MARKET_ALIASES[market] ?? []) : [market],
    ),
  );
  const props = markets.includes(PROPS_ALIAS);
  return (marketType) =>
    exact.has(marketType) || (props && marketType.startsWith(PLAYER_PROP_PREFIX));
}
