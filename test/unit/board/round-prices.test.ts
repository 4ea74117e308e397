import { expect, test } from 'vitest';
import { roundPrices } from '../../../src/board/page/event/round-prices.ts';
import { american } from '../../../src/board/page/prices/formats.ts';

const labels = (min: number, max: number) =>
  roundPrices(min, max, true).map((decimal) => Math.round(american(decimal)));

test('an axis in American odds has multiples of one step, and none between -100 and +100', () => {
  expect(labels(1.0999, 1.11)).toEqual([-1_000, -980, -960, -940, -920]);
  expect(labels(1.89, 1.93)).toEqual([-112, -111, -110, -109, -108]);
  expect(labels(1.8, 2.25)).toEqual([-120, -110, 100, 110, 120]);
  expect(labels(1.05, 1.67)).toEqual([-1_000, -600, -400, -200]);
  expect(labels(20, 27)).toEqual([2_000, 2_200, 2_400, 2_600]);
});

test('an axis in decimal odds has even steps of at least 0.01', () => {
  const rounded = (min: number, max: number) =>
    roundPrices(min, max, false).map((decimal) => decimal.toFixed(2));
  expect(rounded(1.1, 1.115)).toEqual(['1.10', '1.11']);
  expect(rounded(1.83, 2.24)).toEqual(['1.90', '2.00', '2.10', '2.20']);
  expect(rounded(1, 120)).toEqual(['20.00', '40.00', '60.00', '80.00', '100.00', '120.00']);
});
