import { expect, test } from 'vitest';
import type { MiddleOpportunity } from '../../../src/contract/opportunities.ts';
import {
  evOpportunityModel,
  isPriceOf,
  middleOpportunityModel,
} from '../../../src/models/opportunity.ts';
import { evOpportunity, oddsRow } from '../../harness/odds-rows.ts';

const SIDE: MiddleOpportunity['side1'] = {
  book: 'draftkings',
  selection: 'Over 5.5',
  line: 5.5,
  odds: { american: 100, decimal: 2, probability: 0.5 },
  stake_percent: 50,
  odds_age_seconds: 3,
  deep_link: 'https://draftkings.example/bet',
};

const MIDDLE: MiddleOpportunity = {
  id: 'm1',
  event_id: 'e1',
  event_name: 'A @ B',
  sport: 'hockey',
  league: 'nhl',
  market_type: 'total_goals',
  side1: SIDE,
  side2: { ...SIDE, book: 'fanduel', deep_link: 'javascript:alert(1)' },
  middle_size: 1,
  middle_numbers: [6],
  middle_probability: 0.1,
  expected_value: 1,
  quality_score: 60,
  detected_at: '2026-11-21T18:00:00Z',
};

test('a side of a middle only has a link if it is an http or https URL', () => {
  const { side1, side2 } = middleOpportunityModel(MIDDLE);
  expect([side1.deepLinkUrl, side2.deepLinkUrl]).toEqual(['https://draftkings.example/bet', null]);
});

test('a side without decimal odds still has a price and a fair probability', () => {
  const odds = { american: -200, decimal: 0, probability: 0.6 };
  const { side1 } = middleOpportunityModel({ ...MIDDLE, side1: { ...SIDE, odds } });
  expect(side1.price).toEqual({ american: -200, decimal: 1.5, probability: 0.6 });
  expect(side1.fairProbability).toBeCloseTo(2 / 3, 12);
});

test('an opportunity whose selection names the side has the price of that side', () => {
  const bet = evOpportunity({
    selection: 'LeBron James Over',
    market: 'player_points',
    line: 25.5,
  });
  const isPrice = isPriceOf(evOpportunityModel(bet));
  const over = {
    ...oddsRow(1),
    sportsbook: bet.sportsbook,
    market_type: 'player_points',
    selection: 'LeBron James',
    selection_type: 'over',
    line: 25.5,
  };
  expect(isPrice(over)).toBe(true);
  expect(isPrice({ ...over, selection: 'LeBron James Over' })).toBe(true);
  expect(isPrice({ ...over, selection_type: 'Over' })).toBe(true);
  expect(isPrice({ ...over, selection_type: 'under' })).toBe(false);
  expect(isPrice({ ...over, line: 26.5 })).toBe(false);
  expect(isPrice({ ...over, market_type: 'player_assists' })).toBe(false);
  expect(isPrice({ ...over, sportsbook: 'fanduel' })).toBe(false);
});

test.each([
  [10, false],
  [10.1, true],
])('an EV of %s percent is possibly stale: %s', (ev_percentage, possiblyStale) => {
  expect(evOpportunityModel(evOpportunity({ ev_percentage }))).toMatchObject({ possiblyStale });
});
