import type { Odds } from '../contract/odds/odds.ts';
import type { EventInfo } from './origin-board.ts';
import { listedBook } from './sportsbook-table.ts';

export interface DeepLink {
  readonly url: string;
  /** What the link leads to; the values of `X-Deep-Link-Type`. */
  readonly type: 'outcome' | 'event' | 'homepage';
}

/**
 * A link to the most specific page for a price at its book; null if the book has no pages. `state` is a US state,
 * which is added to the link if the book's pages depend on it.
 */
export function deepLinkFor(
  odds: Odds,
  event: EventInfo | undefined,
  state: string | undefined,
): DeepLink | null {
  const { home = null, path = '', isByState } = listedBook(odds.sportsbook) ?? {};
  if (home === null) return null;
  const eventId = event?.external_ids[odds.sportsbook];
  const toPrice = path.includes('{outcome}') ? 'outcome' : 'event';
  const type = eventId === undefined || path === '' ? 'homepage' : toPrice;
  const page = type === 'homepage' ? '' : path;
  const filled = page
    .replace('{event}', encodeURIComponent(eventId ?? ''))
    .replace('{outcome}', encodeURIComponent(odds.id));
  const url = home + filled;
  if (state === undefined || !isByState) return { url, type };
  return { url: `${url}${url.includes('?') ? '&' : '?'}state=${state.toLowerCase()}`, type };
}
