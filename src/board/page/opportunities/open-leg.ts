import { BetLinkDocument } from '../../../generated/board/graphql.ts';
import { request } from '../graph/request.ts';
import { priceText } from '../prices/formats.ts';
import { openOffer } from '../prices/open-bet.ts';
import { bookName } from '../session/account.ts';
import { type Bet, betName, type Held, type Opportunity } from './bets.ts';
import { opportunities } from './opportunity-feed.ts';

/** Opens a bet of an opportunity at one of its sportsbooks. */
export function openLeg({ key, opportunity }: Held, bet: Bet, book: string): void {
  void openOffer(
    bookName(book),
    () => pricedBet(opportunity, bet),
    async () => {
      const { url, problem } = await readLink(opportunity, bet, book);
      const held = opportunities.value.get(key); // It may have changed in the meantime.
      if (held?.goneAt !== null) return { url: null, price: null, problem: 'It is gone.' };
      const name = betName(opportunity, bet);
      const now = held.summary.bets.find((one) => betName(held.opportunity, one) === name);
      return {
        url,
        price: now?.books.includes(book) ? pricedBet(opportunity, now) : null,
        problem,
      };
    },
  );
}

function pricedBet(opportunity: Opportunity, bet: Bet): string {
  return `${betName(opportunity, bet)} ${priceText(bet.price)}`;
}

/** The link to a bet. Some kinds of opportunities come with one for each bet; others have one link for all their bets. */
async function readLink({ id }: Opportunity, { links }: Bet, book: string) {
  if (links !== null) {
    const own = links.find(({ sportsbookId }) => sportsbookId === book);
    return { url: own?.url ?? null, problem: undefined };
  }
  const { data, errors } = await request(BetLinkDocument, { id });
  const link = URL.parse(data.deepLinks?.[0]?.url ?? '');
  link?.searchParams.set('book', book); // By this parameter of the contract, such a link opens the bet at this sportsbook.
  return { url: link?.href ?? null, problem: errors[0]?.message };
}
