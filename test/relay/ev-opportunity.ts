import type { EvOpportunity } from '../../src/contract/opportunities.ts';

/** EV opportunity number `i` on the wire. Later versions have a higher expected value. */
export function evOpportunity(i: number, version = 0): EvOpportunity {
  return {
    id: String(i),
    game_id: 'lakers_celtics',
    ev_percentage: 2 + version,
    odds_american: 120,
    odds_decimal: 2.2,
    no_vig_odds: 110,
    selection: `Selection ${i}`,
    market: 'moneyline',
    sportsbook: 'draftkings',
    game: 'Celtics @ Lakers',
    sport: 'basketball',
    league: 'nba',
    is_live: false,
    confidence_score: 80,
    kelly_percent: 1.5,
    book_count: 5,
    detected_at: '2026-11-21T18:00:00Z',
  };
}
