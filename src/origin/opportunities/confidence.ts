import type { PricedBet } from './valuation/quoted-market.ts';

/**
 * How far an opportunity can be trusted, 0 to 100, by a rule of this service: n books that price
 * every side are worth n / (n + 2); a sharp book among them halves what is missing to 100; prices
 * that may be stale halve the whole.
 */
export function confidence({ bookCount, basis }: PricedBet, mayBeStale: boolean): number {
  const byBooks = bookCount / (bookCount + 2);
  const trust = basis === 'sharp' ? (1 + byBooks) / 2 : byBooks;
  return Math.round(100 * (mayBeStale ? trust / 2 : trust));
}
