import { expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { MarketIndex } from '../../../../src/origin/opportunities/valuation/market-index.ts';
import type { QuotedMarket } from '../../../../src/origin/opportunities/valuation/quoted-market.ts';
import { price } from '../hand-made-feed.ts';
import { total } from './small-market.ts';

/** Puts a row into the index and returns the markets that it changed. */
function put(index: MarketIndex, ref: number, odds: Odds): QuotedMarket[] {
  const changed = new Set<QuotedMarket>();
  index.put({ ref, odds }, changed);
  return [...changed];
}

test('groups both sides at one line into one market, and keeps other lines apart', () => {
  const index = new MarketIndex();
  const [over] = put(index, 1, total('a', 'over', 1.9));
  const [under] = put(index, 2, total('b', 'under', 1.9));
  const [other] = put(index, 3, total('b', 'under', 1.9, { line: 3.5 }));
  expect(under).toBe(over);
  expect(other).not.toBe(over);
  expect(other?.ladder).toBe(over?.ladder);
});

test('a price that moves to another line changes both the market it leaves and the one it joins', () => {
  const index = new MarketIndex();
  const [left] = put(index, 1, total('a', 'over', 1.9));
  const changed = put(index, 1, total('a', 'over', 1.9, { line: 3.5 }));
  expect(changed.map(({ line }) => line)).toEqual([2.5, 3.5]);
  expect(changed[0]).toBe(left);
  expect(left?.isEmpty).toBe(true);
});

test('an unchanged price changes no market, and its newest row is kept', () => {
  const index = new MarketIndex();
  const [market] = put(index, 1, total('a', 'over', 1.9));
  const later = total('a', 'over', 1.9, { last_seen_at: '2026-11-21T18:00:30Z' });
  expect(put(index, 1, later)).toEqual([]);
  const [kept] = market?.books.get('a')?.quote(['over', 'under']).prices ?? [];
  expect(kept?.odds).toBe(later);
});

test('drops a market that has no prices left', () => {
  const index = new MarketIndex();
  const [market] = put(index, 1, total('a', 'over', 1.9));
  const changed = new Set<QuotedMarket>();
  index.remove(1, changed);
  for (const empty of changed) index.dropIfEmpty(empty);
  expect([...changed]).toEqual([market]);
  const [again] = put(index, 2, total('a', 'over', 1.9));
  expect(again).not.toBe(market);
});

test('ignores selections without an opposite', () => {
  const index = new MarketIndex();
  expect(put(index, 1, price({ selection_type: 'outright' }))).toEqual([]);
  expect(put(index, 2, price({ selection_type: '2_1' }))).toEqual([]);
});
