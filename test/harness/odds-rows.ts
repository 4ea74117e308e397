import type { Odds } from '../../src/contract/odds/odds.ts';
import type { ArbitrageOpportunity, EvOpportunity } from '../../src/contract/opportunities.ts';
import type { DeltaOdds } from '../../src/contract/stream.ts';

const EVENTS = ['lakers_celtics', 'bulls_heat', 'ajax_psv', 'leafs_bruins'] as const;
const LEAGUES = ['nba', 'nba', 'eredivisie', 'nhl'] as const;
const SPORTS = ['basketball', 'basketball', 'soccer', 'hockey'] as const;
const BOOKS = ['draftkings', 'fanduel', 'pinnacle'] as const;
const MARKETS = ['moneyline', 'total_points', 'player_points'] as const;

/** The number of prices that differ in the fields that filters use. */
export const ROWS_MAX = EVENTS.length * BOOKS.length * MARKETS.length;

/**
 * Price number `i` on the wire. It only depends on `i` and `version`. Later versions have higher
 * decimal odds.
 */
export function oddsRow(i: number, version = 0): Odds {
  const event = i % EVENTS.length;
  const book = Math.floor(i / EVENTS.length) % BOOKS.length;
  const market = Math.floor(i / EVENTS.length / BOOKS.length) % MARKETS.length;
  return {
    id: String(i),
    sportsbook: BOOKS[book] ?? '',
    event_id: EVENTS[event] ?? '',
    sport: SPORTS[event] ?? '',
    league: LEAGUES[event] ?? '',
    home_team: 'Home',
    away_team: 'Away',
    market_type: MARKETS[market] ?? '',
    selection: `Selection ${i}`,
    selection_type: 'home',
    ...priceOf(version),
    event_start_time: '2026-11-22T00:00:00Z',
    last_seen_at: '2026-11-21T18:00:00Z',
  };
}

/** The delta of price number `i` for a later version. */
export function oddsDelta(i: number, version: number): DeltaOdds {
  return { id: String(i), ...priceOf(version) };
}

/** The delta with which a price gets the state of a row. */
export function deltaOf(row: Odds): DeltaOdds {
  const { id, odds_american, odds_decimal, line = null, is_live } = row;
  const { odds_probability: probability, odds_changed_at: changedAt } = row;
  const rest = { odds_probability: probability ?? 0, odds_changed_at: changedAt ?? '' };
  return { id, odds_american, odds_decimal, line, is_live, ...rest };
}

/** A version of `oddsRow` whose line moves with every other version, and returns to those it has had. */
export function movingRow(i: number, version: number): Odds {
  return { ...oddsRow(i, version), line: [null, 1.5, 2.5][Math.floor(version / 2) % 3] ?? null };
}

function priceOf(version: number) {
  const decimal = 1.001 + version / 1000; // 1 would stand for a suspended price.
  return {
    odds_american: 100 + version,
    odds_decimal: decimal,
    odds_probability: 1 / decimal,
    line: version % 3 === 0 ? null : version / 2,
    is_live: version % 2 === 1,
    odds_changed_at: new Date(Date.UTC(2026, 10, 21, 18) + version).toISOString(),
  };
}

/** A +EV opportunity as upstream sends it. */
export function evOpportunity(changes: Partial<EvOpportunity> = {}): EvOpportunity {
  return {
    id: 'a',
    game_id: 'event_1',
    ev_percentage: 3,
    odds_american: 110,
    odds_decimal: 2.1,
    no_vig_odds: 104,
    selection: 'Home',
    market: 'moneyline',
    line: null,
    sportsbook: 'draftkings',
    game: 'Away @ Home',
    sport: 'basketball',
    league: 'nba',
    home_team: 'Home',
    away_team: 'Away',
    start_time: '2026-11-22T00:00:00Z',
    is_live: false,
    confidence_score: 80,
    kelly_percent: 1.4,
    book_count: 5,
    detected_at: '2026-11-21T18:00:00Z',
    ...changes,
  };
}

/** An arbitrage as upstream sends it, of these selections, each at the sportsbook after it. */
export function arbOpportunity(
  legs: readonly (readonly [selection: string, sportsbook: string])[],
  changes: Partial<ArbitrageOpportunity> = {},
): ArbitrageOpportunity {
  return {
    id: 'a',
    event_id: 'event_1',
    event_name: 'Away @ Home',
    sport: 'basketball',
    league: 'nba',
    market_type: 'moneyline',
    line: null,
    profit_percent: 2,
    implied_total: 0.98,
    is_live: false,
    legs: legs.map(([selection, sportsbook]) => ({
      sportsbook,
      selection,
      odds_american: 110,
      odds_decimal: 2.1,
      implied_probability: 0.476,
      stake_percent: 50,
    })),
    detected_at: '2026-11-21T18:00:00Z',
    ...changes,
  };
}
