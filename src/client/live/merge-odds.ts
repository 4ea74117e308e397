import type { LiveOddsEvent } from './live-documents.ts';

/**
 * A list of prices after an event of `liveOdds`, for libraries that keep lists. After the first part of a snapshot it
 * consists of that part alone.
 */
export function mergeOdds<Price extends { readonly key: string }>(
  odds: readonly Price[] | null | undefined,
  event: LiveOddsEvent<Price>,
): readonly Price[] {
  if (event.__typename === 'FeedStatus') return odds ?? [];
  const isWhole = event.__typename === 'OddsSnapshot' && event.offset === 0;
  const prices = new Map(isWhole ? [] : odds?.map((price) => [price.key, price]));
  for (const key of removedKeys(event)) prices.delete(key);
  if (event.__typename !== 'OddsRemoval')
    for (const price of event.odds) prices.set(price.key, price);
  return [...prices.values()];
}

/** The keys of prices that are no more. */
export function removedKeys(event: LiveOddsEvent<unknown>): readonly string[] {
  if (event.__typename === 'OddsRemoval') return event.keys;
  return event.__typename === 'OddsUpdate' ? event.replacedKeys : [];
}
