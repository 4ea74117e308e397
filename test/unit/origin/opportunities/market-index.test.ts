import { expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds.ts';
import { BetBook } from '../../../../src/origin/opportunities/valuation/market-index.ts';
import type { Bet } from '../../../../src/origin/opportunities/valuation/quoted-market.ts';
import { price } from '../hand-made-feed.ts';
import { total } from './small-market.ts';

function put(book: BetBook, ref: number, odds: Odds): Bet[] {
  const touched = new Set<Bet>();
  book.put({ ref, odds }, touched);
  return [...touched];
}

test('both sides of a market at one line are one bet, other lines are others', () => {
  const book = new BetBook();
  const [over] = put(book, 1, total('a', 'over', 1.9));
  const [under] = put(book, 2, total('b', 'under', 1.9));
  const [other] = put(book, 3, total('b', 'under', 1.9, { line: 3.5 }));
  expect(under).toBe(over);
  expect(other).not.toBe(over);
  expect(other?.group).toBe(over?.group);
});

test('a price that moves to another line touches the bet that it leaves and the one that it joins', () => {
  const book = new BetBook();
  const [left] = put(book, 1, total('a', 'over', 1.9));
  const touched = put(book, 1, total('a', 'over', 1.9, { line: 3.5 }));
  expect(touched.map(({ line }) => line)).toEqual([2.5, 3.5]);
  expect(touched[0]).toBe(left);
  expect(left?.isEmpty).toBe(true);
});

test('a price that stays as it was touches nothing, and its new row is kept', () => {
  const book = new BetBook();
  const [bet] = put(book, 1, total('a', 'over', 1.9));
  const later = total('a', 'over', 1.9, { last_seen_at: '2026-11-21T18:00:30Z' });
  expect(put(book, 1, later)).toEqual([]);
  const [kept] = bet?.books.get('a')?.sheet(['over', 'under']).offers ?? [];
  expect(kept?.odds).toBe(later);
});

test('a bet without prices is forgotten', () => {
  const book = new BetBook();
  const [bet] = put(book, 1, total('a', 'over', 1.9));
  const touched = new Set<Bet>();
  book.remove(1, touched);
  for (const empty of touched) book.dropIfEmpty(empty);
  expect([...touched]).toEqual([bet]);
  const [again] = put(book, 2, total('a', 'over', 1.9));
  expect(again).not.toBe(bet);
});

test('a selection without an opposite is in no bet', () => {
  const book = new BetBook();
  expect(put(book, 1, price({ selection_type: 'outright' }))).toEqual([]);
  expect(put(book, 2, price({ selection_type: '2_1' }))).toEqual([]);
});
