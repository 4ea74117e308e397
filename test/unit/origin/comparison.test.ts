import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { compareMarkets } from '../../../src/origin/comparison.ts';
import { price } from './hand-made-feed.ts';

function side(type: string, sportsbook: string, decimal: number, more: Partial<Odds> = {}): Odds {
  return price({
    selection: type,
    selection_type: type,
    sportsbook,
    odds_decimal: decimal,
    ...more,
  });
}

function holdOf(rows: readonly Odds[]) {
  return compareMarkets(rows)[0]?.hold;
}

test('hold of two sides is the sum of implied probabilities less one, in percent', () => {
  const rows = [
    side('over', 'a', 1.9, { line: 2.5 }),
    side('under', 'a', 1.9, { line: 2.5 }),
    side('over', 'b', 2, { line: 2.5 }),
    side('under', 'b', 1.8, { line: 2.5 }),
  ];
  expect(holdOf(rows)).toEqual({
    best_available: 2.6316,
    by_book: { a: 5.2632, b: 5.5556 },
  });
});

test('a draw makes three sides, and a book without it has no hold', () => {
  const rows = [
    side('home', 'a', 2.5),
    side('draw', 'a', 3.2),
    side('away', 'a', 3),
    side('home', 'b', 2.4),
    side('away', 'b', 2.9),
  ];
  expect(holdOf(rows)).toEqual({ best_available: 4.5833, by_book: { a: 4.5833 } });
});

test('the away side of a spread belongs to the home side with the opposite line', () => {
  const rows = [
    side('home', 'a', 1.95, { market_type: 'point_spread', line: -3.5 }),
    side('away', 'a', 1.95, { market_type: 'point_spread', line: 3.5 }),
    side('away', 'a', 9, { market_type: 'point_spread', line: -3.5 }),
  ];
  expect(holdOf(rows)?.best_available).toBe(2.5641);
});

test('the hold is that of the line which most books price', () => {
  const rows = [
    ...['a', 'b'].flatMap((book) => [
      side('over', book, 1.9, { line: 220.5 }),
      side('under', book, 1.9, { line: 220.5 }),
    ]),
    side('over', 'c', 2, { line: 190.5 }),
    side('under', 'c', 2, { line: 190.5 }),
  ];
  expect(holdOf(rows)).toEqual({
    best_available: 5.2632,
    by_book: { a: 5.2632, b: 5.2632, c: 0 },
  });
});

test('sides that do not cover every outcome have no hold', () => {
  const rows = [side('home', 'a', 5), side('away', 'a', 6)];
  expect(holdOf(rows)).toEqual({ best_available: null, by_book: {} });
});

test('prices whose opposite is unknown are compared without a hold', () => {
  const rows = [
    side('2_1', 'a', 9),
    side('2_1', 'b', 8),
    side('outright', 'a', 3, { selection: 'Arsenal' }),
    side('exact_7+', 'a', 3),
  ];
  const [market] = compareMarkets(rows);
  expect(market?.hold).toEqual({ best_available: null, by_book: {} });
  expect(market?.selections[0]).toMatchObject({ best_book: 'a', worst_book: 'b', spread: 1.3889 });
  expect(market?.selections.length).toBe(3);
});

test('over and under on two players stay apart', () => {
  const rows = ['Saka', 'Rice'].flatMap((player) => [
    side('over', 'a', 1.9, { selection: player, player_name: player, line: 1.5 }),
    side('under', 'a', 1.9, { selection: player, player_name: player, line: 1.5 }),
  ]);
  const [market] = compareMarkets(rows);
  expect(market?.selections.map((selection) => selection.player_name)).toEqual([
    'Saka',
    'Saka',
    'Rice',
    'Rice',
  ]);
  expect(market?.hold.best_available).toBe(5.2632);
});

test('books that spell a selection differently meet in one', () => {
  const rows = [
    side('home', 'a', 2, { selection: 'FRANCE' }),
    side('home', 'b', 2.1, { selection: 'France' }),
  ];
  expect(compareMarkets(rows)[0]?.selections.length).toBe(1);
});

test('of two prices of one book on one selection the one seen last stands', () => {
  const rows = [
    side('home', 'a', 2, { last_seen_at: '2026-11-21T18:00:05Z' }),
    side('home', 'a', 3, { last_seen_at: '2026-11-21T18:00Z' }),
  ];
  expect(compareMarkets(rows)[0]?.selections[0]?.books).toMatchObject({ a: { odds_decimal: 2 } });
});
