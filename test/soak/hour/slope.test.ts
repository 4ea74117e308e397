import { expect, test } from 'vitest';
import { slopeOf } from './slope.ts';

const PRICES = Array.from({ length: 50 }, (_, minute) => 75_000 + 2_000 * Math.sin(minute));

test('a slope leaves out what the number of prices explains', () => {
  const growing = PRICES.map((prices, minute) => prices / 1_000 + 0.05 * minute);
  const mean = growing.reduce((sum, value) => sum + value) / growing.length;
  const { perHour, error } = slopeOf(growing, PRICES);
  expect(perHour).toBeCloseTo((60 * 0.05) / mean, 10);
  expect(error).toBeCloseTo(0, 6);
  expect(slopeOf(PRICES, PRICES).perHour).toBeCloseTo(0, 10);
});

test('a slope has a standard error that covers noise', () => {
  const noisy = PRICES.map((_, minute) => 300 + (minute % 7) - 3);
  const { perHour, error } = slopeOf(noisy, PRICES);
  expect(Math.abs(perHour)).toBeLessThan(2 * error);
});
