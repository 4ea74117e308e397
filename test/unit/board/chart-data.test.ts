import { expect, test } from 'vitest';
import { chartData } from '../../../src/board/page/event/chart-data.ts';
import { Market } from '../../../src/board/page/prices/market-table.ts';
import { seenPrices } from '../../../src/board/page/prices/price-history.ts';
import { quoteOf } from '../../../src/board/page/prices/quote.ts';
import { sentPrice } from './sent-price.ts';

const quote = quoteOf(
  sentPrice({ id: 'charted', price: { american: 120, decimal: 2.2 } }),
  undefined,
  0,
);

test('a line has what was recorded and what the page saw, and goes on until now', () => {
  const market = new Market('moneyline', quote);
  market.set(quote);
  seenPrices.add('charted', { at: 5_000, decimal: 2.1 });
  seenPrices.add('charted', { at: 7_000, decimal: 2.2 });
  const price = { american: 100, decimal: 2 };
  const opening = { at: new Date(1_000).toISOString(), line: null, isFirstSeen: false, price };
  const points = [
    { at: 1_000, decimal: 2 },
    { at: 3_000, decimal: null },
    { at: 4_000, decimal: 2.05 },
    { at: 6_000, decimal: 2.15 },
  ];
  const pasts = new Map([['the key', { opening, points }]]);
  expect(chartData(market.table(), 0, 8_000, pasts)).toEqual({
    books: ['draftkings'],
    columns: [
      [1, 3, 4, 5, 6, 7, 8],
      [2, null, 2.05, 2.1, 2.15, 2.2, 2.2],
    ],
    openedAt: 1_000,
    isOpening: true,
  });
});

test('a chart of many changes has fewer times: the first, and then the last of those that would be drawn in one place', () => {
  const busy = quoteOf(sentPrice({ id: 'busy' }), undefined, 0);
  const market = new Market('moneyline', busy);
  market.set(busy);
  for (let at = 1_000; at < 31_000; at += 1) seenPrices.add('busy', { at, decimal: at });
  const { columns } = chartData(market.table(), 0, 31_000, new Map());
  const [times, prices] = columns;
  expect(times.length).toBeGreaterThan(1_000);
  expect(times.length).toBeLessThan(2_000);
  expect(times.slice(0, 2)).toEqual([1, 1.019]);
  expect(times.slice(-2)).toEqual([30.999, 31]);
  expect(prices?.slice(0, 2)).toEqual([1_000, 1_019]);
  expect(prices?.at(-1)).toBe(30_999);
});
