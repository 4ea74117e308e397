import { expect, test } from 'vitest';
import { PriceHistory } from '../../../src/board/page/prices/price-history.ts';
import { quoteOf } from '../../../src/board/page/prices/quote.ts';
import { sentPrice } from './sent-price.ts';

const sent = (decimal: number) => sentPrice({ price: { american: 100, decimal } });

test('a quote has the way that its price last moved, and is what was sent until it has', () => {
  const first = sent(2);
  expect(quoteOf(first, undefined, 1)).toBe(first);
  expect(quoteOf(first, quoteOf(sent(2), undefined, 1), 2)).toBe(first);
  const up = quoteOf(sent(2.1), first, 3);
  expect(up.moved).toEqual({ at: 3, isUp: true });
  expect(quoteOf(sent(2.1), up, 4).moved).toEqual({ at: 3, isUp: true });
  expect(quoteOf(sent(2), up, 5).moved).toEqual({ at: 5, isUp: false });
});

test('a price that is suspended and comes back has not moved', () => {
  const up = quoteOf(sent(2.1), sent(2), 3);
  const suspended = quoteOf(sent(1), up, 4);
  expect(suspended.moved).toEqual(up.moved);
  expect(quoteOf(sent(2.1), suspended, 5).moved).toEqual(up.moved);
});

test('the history of a page has 200,000 points at most, without those that have not moved for longest', () => {
  const history = new PriceHistory();
  for (const id of ['moves', 'rests', 'moves']) history.add(id, { at: 0, decimal: 2 });
  for (let at = 0; at < 199_997; at += 1) history.add(`price ${at}`, { at, decimal: 2 });
  expect([history.of('rests').length, history.of('moves').length]).toEqual([1, 2]);
  history.add('newest', { at: 0, decimal: 2 });
  expect([history.of('rests').length, history.of('moves').length]).toEqual([0, 2]);
});
