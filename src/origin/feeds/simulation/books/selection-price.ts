import { PLAYER_PROP_PREFIX } from '../../../../contract/markets.ts';
import type { Odds } from '../../../../contract/odds/odds.ts';
import type { BoardRow } from '../../../origin-board.ts';
import type { MarketGroup, PlayerProp } from '../markets/market.ts';
import type { Bookmaker } from './bookmakers.ts';
import type { PriceIds } from './price-ids.ts';

/** The fields that all rows of an event share. */
export interface EventFields {
  readonly event_id: string;
  readonly sport: string;
  readonly league: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly event_start_time: string;
}

/** The one sharp book that publishes the largest stake it takes, in USD. */
const LIMITS_BOOK = 'pinnacle';
const LIMITS: Readonly<Record<MarketGroup, number>> = {
  main: 20_000,
  alternate: 3_000,
  team_total: 2_000,
  game_prop: 1_000,
  exact_score: 500,
  period: 2_000,
  player_prop: 500,
  scorer: 250,
  outright: 1_000,
};

/** One book's price on one selection. `ref` identifies it on the board; `row` is null while it is off the board. */
export interface SelectionPrice {
  readonly ref: number;
  odds: Odds;
  row: BoardRow | null;
}

export interface OfferedSelection {
  readonly marketType: string;
  readonly group: MarketGroup;
  readonly name: string;
  readonly type: string;
  readonly playerProp: PlayerProp | null;
}

/** A price that has not been on the board yet. Its odds are filled in when it is first quoted. */
export function newSelectionPrice(
  priceIds: PriceIds,
  { profile }: Bookmaker,
  { marketType, group, name, type, playerProp }: OfferedSelection,
  event: EventFields,
): SelectionPrice {
  const { ref, id } = priceIds.next();
  const odds: Odds = {
    id,
    sportsbook: profile.id,
    event_id: event.event_id,
    sport: event.sport,
    league: event.league,
    home_team: event.home_team,
    away_team: event.away_team,
    market_type: marketType,
    selection: name,
    selection_type: type,
    odds_american: 0,
    odds_decimal: 0,
    odds_probability: 0,
    line: null,
    event_start_time: event.event_start_time,
    last_seen_at: '',
    is_live: false,
    odds_changed_at: '',
    ...(playerProp !== null &&
      marketType.startsWith(PLAYER_PROP_PREFIX) && {
        player_name: playerProp.player,
        stat_category: playerProp.statCategory,
      }),
    ...(profile.id === LIMITS_BOOK && { max_bet: LIMITS[group] }),
  };
  return { ref, odds, row: null };
}
