import type { Odds } from '../../contract/odds/odds.ts';
import type { EventInfo } from '../origin-board.ts';

/** What a link leads to; the values of `X-Deep-Link-Type`. */
export type DeepLinkType = 'outcome' | 'event' | 'homepage';

export interface DeepLink {
  readonly url: string;
  readonly type: DeepLinkType;
}

/** URL templates of a sportsbook. `{event}` is its own id of the event, `{outcome}` the `id` of the price (`Odds`). */
interface BookPages {
  readonly homepage: string;
  readonly event?: string;
  readonly outcome?: string;
  /** Whether its pages depend on the US state. */
  readonly byState?: true;
}

/** By book id. Books that are not listed here have no public pages to link to. */
const PAGES: Readonly<Record<string, BookPages>> = {
  draftkings: {
    homepage: 'https://sportsbook.draftkings.com/',
    event: 'https://sportsbook.draftkings.com/event/{event}',
    outcome: 'https://sportsbook.draftkings.com/event/{event}?outcomes={outcome}',
  },
  fanduel: {
    homepage: 'https://sportsbook.fanduel.com/',
    event: 'https://sportsbook.fanduel.com/event/{event}',
    outcome: 'https://sportsbook.fanduel.com/addToBetslip?eventId={event}&selectionId={outcome}',
    byState: true,
  },
  betmgm: {
    homepage: 'https://sports.betmgm.com/',
    event: 'https://sports.betmgm.com/en/sports/events/{event}',
    outcome: 'https://sports.betmgm.com/en/sports/events/{event}?options={outcome}',
    byState: true,
  },
  caesars: {
    homepage: 'https://sportsbook.caesars.com/',
    event: 'https://sportsbook.caesars.com/us/event/{event}',
    outcome: 'https://sportsbook.caesars.com/us/bet/betslip?selectionIds={outcome}',
    byState: true,
  },
  betrivers: {
    homepage: 'https://betrivers.com/',
    event: 'https://betrivers.com/event/{event}',
    byState: true,
  },
  hardrock: { homepage: 'https://app.hardrock.bet/', byState: true },
  fanatics: {
    homepage: 'https://sportsbook.fanatics.com/',
    event: 'https://sportsbook.fanatics.com/events/{event}',
    byState: true,
  },
  thescorebet: {
    homepage: 'https://thescore.bet/',
    event: 'https://thescore.bet/event/{event}',
    byState: true,
  },
  bet365: { homepage: 'https://www.bet365.com/' },
  williamhill: {
    homepage: 'https://sports.williamhill.com/',
    event: 'https://sports.williamhill.com/betting/en-gb/event/{event}',
  },
  bovada: {
    homepage: 'https://www.bovada.lv/sports',
    event: 'https://www.bovada.lv/sports/event/{event}',
  },
  bwin: {
    homepage: 'https://sports.bwin.com/',
    event: 'https://sports.bwin.com/en/sports/events/{event}',
  },
  ladbrokes: {
    homepage: 'https://sports.ladbrokes.com/',
    event: 'https://sports.ladbrokes.com/event/{event}',
  },
  skybet: { homepage: 'https://skybet.com/' },
  underdog: { homepage: 'https://underdogfantasy.com/' },
  pinnacle: {
    homepage: 'https://www.pinnacle.com/',
    event: 'https://www.pinnacle.com/en/event/{event}',
  },
  novig: { homepage: 'https://novig.com/', event: 'https://novig.com/events/{event}' },
  prophetx: { homepage: 'https://www.prophetx.co/' },
  kalshi: { homepage: 'https://kalshi.com/', event: 'https://kalshi.com/markets/{event}' },
  polymarket: {
    homepage: 'https://polymarket.com/',
    event: 'https://polymarket.com/event/{event}',
  },
  betfair_exchange: {
    homepage: 'https://www.betfair.com/exchange/plus/',
    event: 'https://www.betfair.com/exchange/plus/event/{event}',
  },
  smarkets: { homepage: 'https://smarkets.com/', event: 'https://smarkets.com/event/{event}' },
  matchbook: { homepage: 'https://www.matchbook.com/' },
  betonline: { homepage: 'https://www.betonline.ag/' },
};

/**
 * A link to the most specific page for a price at its book; null if the book has no pages. `state` is a US state,
 * which is added to the link if the book's pages depend on it.
 */
export function deepLinkFor(
  odds: Odds,
  event: EventInfo | undefined,
  state: string | undefined,
): DeepLink | null {
  const pages = Object.hasOwn(PAGES, odds.sportsbook) ? PAGES[odds.sportsbook] : undefined;
  if (pages === undefined) return null;
  const { template, type } = mostSpecificPage(
    pages,
    event?.external_ids[odds.sportsbook] !== undefined,
  );
  const url = template
    .replace('{event}', encodeURIComponent(event?.external_ids[odds.sportsbook] ?? ''))
    .replace('{outcome}', encodeURIComponent(odds.id));
  return { url: linkForState(odds.sportsbook, url, state), type };
}

/** Whether the book has pages to link to. */
export function isLinkable(bookId: string): boolean {
  return Object.hasOwn(PAGES, bookId);
}

/** Whether links to the book take a US state. */
export function linksByState(bookId: string): boolean {
  return Object.hasOwn(PAGES, bookId) && PAGES[bookId]?.byState === true;
}

/** Adds a US state to a link to the book, if its pages depend on it. */
export function linkForState(bookId: string, url: string, state: string | undefined): string {
  if (state === undefined || !linksByState(bookId)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}state=${state.toLowerCase()}`;
}

function mostSpecificPage(
  pages: BookPages,
  hasEventId: boolean,
): { template: string; type: DeepLinkType } {
  if (hasEventId && pages.outcome) return { template: pages.outcome, type: 'outcome' };
  if (hasEventId && pages.event) return { template: pages.event, type: 'event' };
  return { template: pages.homepage, type: 'homepage' };
}
