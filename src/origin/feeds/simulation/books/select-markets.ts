import type { Market, MarketGroup } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Bookmaker } from './bookmakers.ts';
import type { MarketCoverage } from './market-coverage.ts';

export function isOnPlayers(group: MarketGroup): boolean {
  return group === 'player_prop' || group === 'scorer';
}

/** The markets of one type that a book offers on a game: none, or a random number of alternate lines and players. */
export function selectMarkets(
  { profile, trading }: Bookmaker,
  { group, markets }: { readonly group: MarketGroup; readonly markets: readonly Market[] },
  coverage: MarketCoverage,
  random: Random,
): readonly Market[] {
  if (isOnPlayers(group) && !profile.hasPlayerProps) return [];
  const offersGroup = (one: MarketGroup) =>
    random.chance(trading.offerChance[one] * coverage.offerFactor[one]);
  if (!offersGroup(group)) return [];
  const alternates = offersGroup('alternate') ? random.integer(1, coverage.alternates) : 0;
  const { players: maxPlayers } = coverage;
  const players = isOnPlayers(group) ? random.integer(Math.ceil(maxPlayers / 3), maxPlayers) : 1;
  return markets.filter(
    ({ stepsFromMain, playerRank }) => stepsFromMain <= alternates && playerRank < players,
  );
}
