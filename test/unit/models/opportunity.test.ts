import { expect, test } from 'vitest';
import { opportunityComparison } from '../../../src/models/comparison.ts';
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

test('a sportsbook that has a third side at other lines than that of an opportunity is left out of its fair price', () => {
  const bet = evOpportunity({ selection: 'Under', market: 'total_corners', line: 9 });
  const corners = (sportsbook: string, line: number, ...decimals: readonly number[]) =>
    ['Over', 'Under'].map((selection, index) => ({
      ...{ ...oddsRow(1), sportsbook, market_type: 'total_corners', selection, line },
      ...{ selection_type: selection.toLowerCase(), odds_decimal: decimals[index] ?? 0 },
    }));
  const prices = [
    ...[...corners('a', 9, 1.95, 2.1), ...corners('a', 6, 1.1, 12.2)],
    ...corners('b', 9, 1.9, 1.9),
  ];
  const compared = opportunityComparison(evOpportunityModel(bet), null, prices);
  const sides = compared?.selections.map(({ line, best, fairPrice, isBestComparable }) => [
    ...[line, best?.decimal, fairPrice('POWER')?.decimal, isBestComparable()],
  ]);
  expect(sides).toEqual([
    [9, 1.95, 2, false],
    [9, 2.1, 2, false],
  ]);
  expect(compared?.bestHoldPercent).toBe(5.2632);
});
