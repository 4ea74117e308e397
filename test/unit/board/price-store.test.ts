import { effect } from '@preact/signals';
import { expect, onTestFinished, test, vi } from 'vitest';
import { seenPrices } from '../../../src/board/page/prices/price-history.ts';
import { PriceStore } from '../../../src/board/page/prices/price-store.ts';
import type { SentPrice } from '../../../src/board/page/prices/quote.ts';
import { sentPrice } from './sent-price.ts';

/** A board of more markets than this is large, and places its rows at most this often. */
const LARGE = 500;
const PLACE_MS = 1_000;

/** A price in a market of its own. */
const priceOf = (eventId: string) => sentPrice({ id: eventId, key: eventId, eventId });

test('a large board places new rows although the timer for it fires a moment early', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  onTestFinished(() => {
    vi.useRealTimers();
    now.mockRestore();
  });
  const store = new PriceStore();
  const names = Array.from({ length: LARGE + 1 }, (_, index) => `event ${index}`);
  store.apply(new Map(names.map((name) => [name, priceOf(name)])));
  expect(store.structure.value).toBe(1);

  store.apply(new Map([['another event', priceOf('another event')]]));
  now.mockReturnValue(10_000 + PLACE_MS - 0.4);
  vi.advanceTimersByTime(PLACE_MS);
  expect(store.structure.value).toBe(1);
  now.mockReturnValue(10_000 + PLACE_MS);
  vi.advanceTimersByTime(1);
  expect(store.structure.value).toBe(2);
});

test('rows are placed anew for a sportsbook that comes or goes, and not for a price whose line moves', () => {
  const store = new PriceStore();
  const spread = (line: number, sportsbookId = 'draftkings'): SentPrice => {
    const key = `${sportsbookId} ${line}`;
    return { ...priceOf('game'), key, sportsbookId, marketType: 'point_spread', line };
  };
  const apply = (price: SentPrice, gone?: string) =>
    store.apply(new Map([[price.key, price], ...(gone ? [[gone, undefined] as const] : [])]));
  apply(spread(-1));
  const [market] = store.markets.values();
  expect([store.structure.value, market?.sides.length]).toEqual([1, 1]); // A row reads the sides.
  apply(spread(-1.5), 'draftkings -1');
  expect([store.structure.value, store.size.value]).toEqual([1, 1]);
  expect([...(market?.quotes.keys() ?? [])]).toEqual(['draftkings -1.5']);
  apply(spread(-1, 'fanduel'));
  expect(store.structure.value).toBe(2);
  expect([...(market?.quotes.keys() ?? [])]).toEqual(['draftkings -1.5', 'fanduel -1']);
  store.apply(new Map([['fanduel -1', undefined]])); // The row goes if no other sportsbook is shown.
  expect(store.structure.value).toBe(3);
});

test('an effect that empties the store runs once: it does not depend on what it changes', () => {
  const store = new PriceStore();
  store.apply(new Map([['game', priceOf('game')]]));
  const run = vi.fn(() => store.keepOnly(new Set()));
  onTestFinished(effect(run));
  expect(run).toHaveBeenCalledOnce();
});

test('what was seen of a price has a gap while it is suspended or withdrawn, and none when its line moves', () => {
  const store = new PriceStore();
  const seen = () => seenPrices.of('seen').map(({ decimal }) => decimal);
  const apply = (decimal: number, key = 'seen', gone?: string) => {
    const price = { ...priceOf('game'), id: 'seen', key, price: { american: 100, decimal } };
    store.apply(new Map([[key, price], ...(gone ? [[gone, undefined] as const] : [])]));
  };
  apply(2);
  apply(1);
  apply(2);
  expect(seen()).toEqual([2, null, 2]);
  apply(2, 'with another line', 'seen');
  expect(seen()).toEqual([2, null, 2]);
  store.apply(new Map([['with another line', undefined]]));
  apply(2);
  expect(seen()).toEqual([2, null, 2, null, 2]);
});
