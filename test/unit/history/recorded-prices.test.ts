import { expect, test } from 'vitest';
import { changeOf } from '../../../src/history/recorder/change-buffer.ts';
import { RecordedPrices } from '../../../src/history/recorder/recorded-prices.ts';
import { price } from '../../harness/feeds/hand-made-feed.ts';

const NOTHING = new Float64Array();

test('an id that upstream uses again for another bet begins another series', () => {
  const prices = new RecordedPrices(NOTHING, 0, null);
  const change = (value: ReturnType<typeof price>, version: number, isRemoved = false) =>
    changeOf({ id: value.id, value, version, isRemoved }, version, true);
  const moneyline = price({ id: 'x', market_type: 'moneyline' });
  const total = price({ id: 'x', market_type: 'total_points', selection: 'Over' });
  prices.learn(prices.pointsOf([change(moneyline, 1)]), [1]);
  const batch = prices.pointsOf([change(moneyline, 2, true), change(total, 3)]);
  expect(batch.series).toEqual([1, expect.objectContaining({ marketType: 'total_points' })]);
  expect(batch.points.map(({ series, status }) => [series, status])).toEqual([
    [0, 'removed'],
    [1, 'open'],
  ]);
  prices.learn(batch, [1, 2]);
  const next = prices.pointsOf([change({ ...total, odds_american: 170 }, 4)]);
  expect(next.series).toEqual([2]);
});

test('a player or statistic that upstream leaves empty is none', () => {
  const prices = new RecordedPrices(NOTHING, 0, null);
  const value = price({ id: 'x', player_name: '', stat_category: '' });
  const { series } = prices.pointsOf([
    changeOf({ id: 'x', value, version: 1, isRemoved: false }, 1, true),
  ]);
  expect(series).toEqual([expect.objectContaining({ player: null, statCategory: null })]);
});
