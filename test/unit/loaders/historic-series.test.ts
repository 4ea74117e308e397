import { expect, test } from 'vitest';
import type { Series } from '../../../src/history/series.ts';
import {
  historicSeriesLoader,
  type PresentPrice,
} from '../../../src/loaders/history/historic-series.ts';
import type { LoaderScope } from '../../../src/loaders/loaders.ts';
import { aSeries } from '../../history/stores/batches.ts';

const SERIES = { ...aSeries({ upstreamId: '100' }), id: 1, opening: null, closing: null };

/** The id of the series that a price of this id gets, where one series of its bet is recorded; null if none. */
async function seriesOf(id: string | null, recorded: Series) {
  const history = {
    settled: async () => {},
    closings: async () => [recorded],
    standingAt: async () => [],
  };
  const scope = { past: () => ({ history, clock: { now: () => 0 } }) } as unknown as LoaderScope;
  const { eventId, sportsbook, marketType, selection, selectionType } = recorded;
  const bet = { eventId, sportsbookId: sportsbook, marketType, selection, selectionType };
  const price: PresentPrice = { id, key: 'key', ...bet, line: 221.5, playerName: null };
  return (await historicSeriesLoader(scope).load(price))?.id ?? null;
}

test('a price that was never recorded has not the past of another line of its bet', async () => {
  expect(await seriesOf('200', SERIES)).toBeNull();
  expect(await seriesOf('100', SERIES)).toBe(1);
});

test('a price is found by its bet where it or what is recorded has no id', async () => {
  expect(await seriesOf(null, SERIES)).toBe(1);
  expect(await seriesOf('200', { ...SERIES, upstreamId: null })).toBe(1);
});
