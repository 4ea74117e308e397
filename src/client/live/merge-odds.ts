import type { LiveOddsEvent } from './live-documents.ts';

/** An event of `liveOdds` that has prices, of any type: each has some of these fields. */
export interface SentOdds<Price> {
  readonly offset?: number;
  readonly isLast?: boolean;
  readonly cursor?: string;
  readonly odds?: readonly Price[];
  readonly keys?: readonly string[];
  readonly replacedKeys?: readonly string[];
}

/**
 * A list of prices after an event of `liveOdds`, for libraries that keep lists. After the first part of a snapshot it
 * consists of that part alone.
 */
export function mergeOdds<Price extends { readonly key: string }>(
  odds: readonly Price[] | null | undefined,
  event: LiveOddsEvent<Price>,
): readonly Price[] {
  if (event.__typename === 'FeedStatus') return odds ?? [];
  const { offset, odds: sent = [], keys, replacedKeys = [] }: SentOdds<Price> = event;
  const prices = new Map(offset === 0 ? [] : odds?.map((price) => [price.key, price]));
  for (const key of keys ?? replacedKeys) prices.delete(key);
  for (const price of sent) prices.set(price.key, price);
  return [...prices.values()];
}
