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

test('a line has what was recorded until the page saw the price, then what the page saw, and goes on until now', () => {
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
    { at: 6_000, decimal: 9 }, // The page saw that time itself.
  ];
  const pasts = new Map([['the key', { opening, points }]]);
  expect(chartData(market.table(), 0, 8_000, pasts)).toEqual({
    books: ['draftkings'],
    columns: [
      [1, 3, 4, 5, 7, 8],
      [2, null, 2.05, 2.1, 2.2, 2.2],
    ],
    openedAt: 1_000,
    isOpening: true,
  });
});

test('a line has what was recorded while the page had stopped watching', () => {
  const other = { ...quote, id: 'watched again' };
  const market = new Market('moneyline', other);
  market.set(other);
  seenPrices.add('watched again', { at: 11_000, decimal: 2.1 });
  seenPrices.pause(13_000);
  seenPrices.add('watched again', { at: 17_000, decimal: 2.2 });
  const recorded = [
    [12_000, 9], // The page saw that time itself.
    [14_000, 2.15],
    [18_000, 9],
  ] as const;
  const points = recorded.map(([at, decimal]) => ({ at, decimal }));
  const { columns } = chartData(
    market.table(),
    0,
    19_000,
    new Map([['the key', { opening: null, points }]]),
  );
  expect(columns).toEqual([
    [11, 14, 17, 19],
    [2.1, 2.15, 2.2, 2.2],
  ]);
});
