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
