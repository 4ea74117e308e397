import { completeMarkets, quotedMarkets } from '../../../contract/odds/complete-markets.ts';
import { sumOf } from '../../../contract/odds/implied-probability.ts';
import { fairProbabilities } from '../../../models/fair-prices/fair-probabilities.ts';
import { tenths } from './formats.ts';
import type { Market, MarketTable } from './market-table.ts';
import { idOf, type Quote } from './quote.ts';
import { sideKey } from './sides.ts';

/**
 * The fair prices of a market's sides at its table's line, in decimal odds; undefined where there is none. They are computed as the
 * graph's `fairPrice` is, but here, so that they move with the prices and cost no request. Only the graph, which looks at all
 * lines, can tell which sportsbooks have a third side, and leaves them out.
 */
export function fairPrices(
  market: Market,
  table: MarketTable,
  sport: string,
): (number | undefined)[] {
  const { selections, complete } = completeMarketsOf(market, table, sport);
  const fair = fairProbabilities(complete, 'POWER');
  return selections.map((selection) => {
    const probability = fair.get(selection);
    return probability && 1 / probability;
  });
}

/** Holds in percent. */
interface Holds {
  /** The hold of each sportsbook that prices every side. */
  readonly byBook: ReadonlyMap<string, number>;
  /** The hold of the best prices together; undefined where a side has none. */
  readonly best: number | undefined;
  /** Whether a sportsbook counts in `best` and in fair prices, if it prices every side. */
  readonly isPlausible: (sportsbookId: string) => boolean;
}

/** The holds of a market at its table's line. There are none unless its sides are surely one market. */
export function holdsOf(market: Market, table: MarketTable, sport: string): Holds {
  const { selections, complete } = completeMarketsOf(market, table, sport);
  const [quoted, ...others] = quotedMarkets(complete);
  if (quoted === undefined || others.length > 0)
    return { byBook: new Map(), best: undefined, isPlausible: () => true };
  const { sides, quotes, isPlausible } = quoted;
  const best = sides
    .flatMap((side) => table.best[selections.indexOf(side)] ?? [])
    .filter(({ sportsbookId }) => isPlausible(sportsbookId));
  return {
    byBook: new Map(Array.from(quotes, ([book, implied]) => [book, holdPercent(implied)])),
    best:
      best.length === sides.length
        ? holdPercent(best.map(({ price }) => 1 / price.decimal))
        : undefined,
    isPlausible,
  };
}

function holdPercent(implied: readonly number[]): number {
  return tenths((sumOf(implied) - 1) * 100);
}

/** A table's sides at its line, as `selections`, and the markets among them whose sides cover every outcome: mostly one. */
function completeMarketsOf(market: Market, { sides, comparable }: MarketTable, sport: string) {
  // Of several prices of a book on a side, `fromEntries` takes the last: so the one that the table shows has to come last.
  const quotes = [...comparable].sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
  const selections = sides.map(({ key }) => {
    const offers = quotes.filter((quote) => sideKey(quote) === key);
    return {
      // The subject below tells what all sides are about, so their own names need not.
      selection: '',
      player_name: market.subject,
      selection_type: offers[0]?.selectionType ?? '',
      line: offers[0]?.line ?? null,
      books: Object.fromEntries(offers.map(offerOf)),
    };
  });
  const complete = completeMarkets(selections, { sport, marketType: market.type });
  return { selections, complete };
}

function offerOf({ sportsbookId, price: { american, decimal } }: Quote) {
  return [sportsbookId, { odds_american: american, odds_decimal: decimal }] as const;
}
