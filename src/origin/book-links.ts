import type { Odds } from '../contract/odds/odds.ts';
import type { EventInfo } from './origin-board.ts';
import { listedBook } from './sportsbook-table.ts';

/** What a link leads to; the values of `X-Deep-Link-Type`. */
export type DeepLinkType = 'outcome' | 'event' | 'homepage';

export interface DeepLink {
  readonly url: string;
  readonly type: DeepLinkType;
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
  const { home = null, path = '' } = listedBook(odds.sportsbook) ?? {};
  if (home === null) return null;
  const eventId = event?.external_ids[odds.sportsbook];
  const toPrice = path.includes('{outcome}') ? 'outcome' : 'event';
  const type = eventId === undefined || path === '' ? 'homepage' : toPrice;
  const page = type === 'homepage' ? '' : path;
  const url = page
    .replace('{event}', encodeURIComponent(eventId ?? ''))
    .replace('{outcome}', encodeURIComponent(odds.id));
  return { url: linkForState(odds.sportsbook, home + url, state), type };
}

/** Whether the book has pages to link to. */
export function isLinkable(bookId: string): boolean {
  return (listedBook(bookId)?.home ?? null) !== null;
}

/** Whether links to the book take a US state. */
export function linksByState(bookId: string): boolean {
  return listedBook(bookId)?.isByState === true;
}

/** Adds a US state to a link to the book, if its pages depend on it. */
function linkForState(bookId: string, url: string, state: string | undefined): string {
  if (state === undefined || !linksByState(bookId)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}state=${state.toLowerCase()}`;
}
