import {
  type CompleteMarket,
  type PricedSelection,
  quotedMarkets,
} from '../../contract/odds/complete-markets.ts';
import { sumOf } from '../../contract/odds/implied-probability.ts';
import type { FairPriceMethod } from '../../generated/schema-types.ts';
import { removeMargin } from './remove-margin.ts';

/**
 * The fair probabilities of selections on complete markets. A sportsbook counts if it prices every side. Its implied
 * probabilities, without its margin, are averaged with those of the others. Selections on markets that no sportsbook
 * prices completely are left out.
 */
export function fairProbabilities<Selection extends PricedSelection>(
  markets: readonly CompleteMarket<Selection>[],
  method: FairPriceMethod,
): Map<Selection, number> {
  const fair = new Map<Selection, number>();
  for (const { sides, quotes: byBook } of quotedMarkets(markets)) {
    const quotes = [...byBook.values()]
      .filter((implied) => implied.every(isProbability))
      .map((implied) => removeMargin(implied, method))
      .filter((probabilities) => probabilities.every(isProbability));
    for (const [side, selection] of sides.entries()) {
      const sum = sumOf(quotes.map((probabilities) => probabilities[side] ?? 0));
      if (quotes.length > 0) fair.set(selection, sum / quotes.length);
    }
  }
  return fair;
}

function isProbability(value: number): boolean {
  return value > Number.EPSILON && value < 1 - Number.EPSILON;
}
