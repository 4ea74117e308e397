import type { EvOpportunity } from '../../src/contract/opportunities.ts';

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
