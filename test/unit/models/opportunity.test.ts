import { expect, test } from 'vitest';
import {
  evOpportunityModel,
  isPriceOf,
  middleOpportunityModel,
} from '../../../src/models/opportunity.ts';
import { middle, middleSide } from '../../harness/browser/scripted-opportunities.ts';
import { evOpportunity, oddsRow } from '../../harness/odds-rows.ts';

test('a side of a middle only has a link if it is an http or https URL', () => {
  const linkOf = (deep_link: string) => {
    const wire = middle({ side1: { ...middleSide('Over', 5.5), deep_link } });
    return middleOpportunityModel(wire).side1.deepLinkUrl;
  };
  const link = 'https://draftkings.example/bet';
  expect([linkOf(link), linkOf('javascript:alert(1)')]).toEqual([link, null]);
});

test('a side without decimal odds still has a price and a fair probability', () => {
  const odds = { american: -200, decimal: 0, probability: 0.6 };
  const { side1 } = middleOpportunityModel(middle({ side1: { ...middleSide('Over', 5.5), odds } }));
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
