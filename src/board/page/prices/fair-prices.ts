import { completeMarkets } from '../../../contract/odds/complete-markets.ts';
import { fairProbabilities } from '../../../models/fair-prices/fair-probabilities.ts';
import type { Market, MarketTable } from './market-table.ts';
import type { Quote } from './quote.ts';
import { sideKey } from './sides.ts';

/**
 * The fair prices of a market's sides at its table's line, in decimal odds; undefined where there is none. They are computed as the
 * graph's `fairPrice` is, but here, so that they move with the prices and cost no request.
 */
export function fairPrices(
  market: Market,
  { sides, comparable }: MarketTable,
  sport: string,
): (number | undefined)[] {
  const quotes = [...comparable];
  const selections = sides.map(({ key }) => {
    const offers = quotes.filter((quote) => sideKey(quote) === key);
    return {
      // All sides of this market are about the same: their own names need not tell it.
      selection: '',
      player_name: market.subject,
      selection_type: offers[0]?.selectionType ?? '',
      line: offers[0]?.line ?? null,
      books: Object.fromEntries(offers.map(offerOf)),
    };
  });
  const complete = completeMarkets(selections, { sport, marketType: market.type });
  const fair = fairProbabilities(complete, 'POWER');
  return selections.map((selection) => {
    const probability = fair.get(selection);
    return probability && 1 / probability;
  });
}

function offerOf({ sportsbookId, price: { american, decimal } }: Quote) {
  return [sportsbookId, { odds_american: american, odds_decimal: decimal }] as const;
}
