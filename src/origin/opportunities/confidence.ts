import type { MarketValuation } from './valuation/market-valuation.ts';

/**
 * How reliable an opportunity is, from 0 to 100, by this service's own rule. It starts at n / (n + 2)
 * for n books that price every side. A sharp book among them halves the distance to 100. Possibly
 * stale prices halve the result.
 */
export function confidence({ bookCount, basis }: MarketValuation, mayBeStale: boolean): number {
  const byBooks = bookCount / (bookCount + 2);
  const trust = basis === 'sharp' ? (1 + byBooks) / 2 : byBooks;
  return Math.round(100 * (mayBeStale ? trust / 2 : trust));
}
