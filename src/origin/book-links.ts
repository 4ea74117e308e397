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
  const pages = listedBook(odds.sportsbook)?.pages ?? null;
  if (pages === null) return null;
  const eventId = event?.external_ids[odds.sportsbook];
  const pageTypes = ['outcome', 'event'] as const;
  const page = pageTypes.find((one) => eventId !== undefined && pages[one] !== undefined);
  const path = page === undefined ? '' : (pages[page] ?? '');
  const url = path
    .replace('{event}', encodeURIComponent(eventId ?? ''))
    .replace('{outcome}', encodeURIComponent(odds.id));
  return { url: linkForState(odds.sportsbook, pages.home + url, state), type: page ?? 'homepage' };
}

/** Whether the book has pages to link to. */
export function isLinkable(bookId: string): boolean {
  return (listedBook(bookId)?.pages ?? null) !== null;
}

/** Whether links to the book take a US state. */
export function linksByState(bookId: string): boolean {
  return listedBook(bookId)?.pages?.byState === true;
}

/** Adds a US state to a link to the book, if its pages depend on it. */
export function linkForState(bookId: string, url: string, state: string | undefined): string {
  if (state === undefined || !linksByState(bookId)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}state=${state.toLowerCase()}`;
}
