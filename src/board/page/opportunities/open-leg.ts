import {
  OpportunityLinksDocument,
  type OpportunityLinksQuery,
} from '../../../generated/board/graphql.ts';
import { bookName } from '../board/book-names.ts';
import { request } from '../graph/request.ts';
import { priceText } from '../prices/formats.ts';
import { openOffer } from '../prices/open-bet.ts';
import { type Bet, betName, summaryOf } from './bets.ts';
import { type Held, keyOf, opportunities } from './opportunity-store.ts';

type Linked = NonNullable<OpportunityLinksQuery['opportunities']>['nodes'][number];

/** Opens a bet of an opportunity at one of its sportsbooks. */
export function openLeg({ kind, opportunity }: Held, bet: Bet, book: string): void {
  const { id, eventId, marketType } = opportunity;
  void openOffer(bookName(book), pricedBet(bet), async () => {
    const filter = { eventIds: [eventId], markets: [marketType] };
    const { data, errors } = await request(OpportunityLinksDocument, { kind, filter });
    const found = data.opportunities?.nodes.find((one) => one.id === id);
    if (found === undefined) return { url: null, price: null, problem: 'It is gone.' };
    const isSame = (one: Bet) => betName(one) === betName(bet);
    const position = summaryOf(found).bets.findIndex(isSame);
    const held = opportunities.value.get(keyOf(kind, id)); // It may have changed since the server answered.
    const now = held?.goneAt === null ? summaryOf(held.opportunity).bets.find(isSame) : undefined;
    return {
      url: linkOf(found, position, book) ?? null,
      price: now?.books.includes(book) ? pricedBet(now) : null,
      problem: errors[0]?.message,
    };
  });
}

function pricedBet(bet: Bet): string {
  return `${betName(bet)} ${priceText(bet.price)}`;
}

function linkOf(found: Linked, position: number, book: string): string | null | undefined {
  switch (found.__typename) {
    case 'EvOpportunity':
      return found.deepLink?.url;
    case 'ArbitrageOpportunity':
      return found.legs[position]?.deepLink?.url;
    case 'MiddleOpportunity':
      return [found.side1, found.side2][position]?.deepLinkUrl;
    case 'LowHoldOpportunity': {
      const side = [found.side1, found.side2, found.side3][position];
      return side?.deepLinks.find(({ sportsbookId }) => sportsbookId === book)?.url;
    }
  }
}
