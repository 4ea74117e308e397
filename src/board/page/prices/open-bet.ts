import { GraphError } from '../../../client/odds-client.ts';
import { BetLinkByKeyDocument, BetLinkDocument } from '../../../generated/board/graphql.ts';
import { request } from '../graph/request.ts';
import { allows, bookName } from '../session/account.ts';
import { tell, tellNothing } from '../shell/notice.tsx';
import { priceText, withLine } from './formats.ts';
import type { Market } from './market-table.ts';
import { idOf, isOpen, type Quote, type SentPrice } from './quote.ts';

/** A bet at a sportsbook as it is offered now. */
interface Offer {
  /** The link that opens it; null if there is none. */
  readonly url: string | null;
  /** Its price, with its line; null if it is no longer offered, or suspended. */
  readonly price: string | null;
  /** Why there is no link, if the server says so. */
  readonly problem?: string | undefined;
}

/** Opens a price's bet at its sportsbook in a new tab, and tells its price again if that has moved since the click. */
export function openBet(market: Market, id: string): void {
  const find = () => market.quotes.values().find((quote) => idOf(quote) === id);
  const quote = find();
  if (quote === undefined) return;
  void openOffer(
    bookName(quote.sportsbookId),
    () => quotedPrice(quote),
    async () => {
      const { link, errors, current } = await readLink(quote);
      const now = current ?? find();
      return {
        url: link?.url ?? null,
        price: now && isOpen(now) ? quotedPrice(now) : null,
        problem: errors[0]?.message,
      };
    },
  );
}

/** Opens a bet at a sportsbook. `shownPrice` writes its price at the click: after `read`, as the odds format may change. */
export async function openOffer(
  book: string,
  shownPrice: () => string,
  read: () => Promise<Offer>,
): Promise<void> {
  tellNothing();
  if (!allows('HOBBY')) return tell('Links to bets need the Hobby tier.');
  const tab = openTab(); // Before anything is awaited: browsers open tabs only at a click.
  try {
    const { url, price, problem } = await read();
    const shown = shownPrice();
    if (url === null) throw new GraphError({ message: problem ?? `${book} has no link to it.` });
    if (price === null) tell(`${book} has just withdrawn ${shown}.`);
    else if (price !== shown) tell(`${book} has moved the price: ${price}, no longer ${shown}.`);
    if (tab === null) return tell(`The browser has blocked the tab of ${book}.`, url);
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    tell(error instanceof GraphError ? error.message : 'The server cannot be reached.');
  }
}

/** Opens an empty tab. The browser gives it a copy of this tab's session storage, where the key or token is. */
function openTab(): Window | null {
  const tab = open('', '_blank');
  try {
    tab?.sessionStorage.clear();
  } catch {
    // The browser blocks storage, so there is nothing in it.
  }
  return tab;
}

function quotedPrice(quote: SentPrice): string {
  const { selection, line, marketType, price } = quote;
  return `${withLine(selection, line, marketType)} ${priceText(price)}`;
}

/** The link to a bet. Polled prices have no ids, which would cost more upstream requests, so they are found by key. */
async function readLink(quote: Quote) {
  const { key, id, eventId, sportsbookId, marketType, selectionType } = quote;
  if (id !== undefined) {
    const { data, errors } = await request(BetLinkDocument, { id });
    return { link: data.deepLinks?.[0], errors, current: undefined };
  }
  const filter = {
    sportsbooks: [sportsbookId],
    markets: [marketType],
    selectionTypes: [selectionType],
  };
  const { data, errors } = await request(BetLinkByKeyDocument, { eventId, filter });
  const found = data.event?.odds?.find((price) => price.key === key);
  return { link: found?.deepLink, errors, current: found };
}
