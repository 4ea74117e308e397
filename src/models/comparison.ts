import type {
  Comparison,
  ComparisonMarket,
  ComparisonSelection,
} from '../contract/routes/odds-comparison.ts';
import type {
  FairPriceMethod,
  MarketComparison,
  Price,
  SelectionComparison,
} from '../generated/schema-types.ts';
import { fairProbabilities } from './fair-prices/fair-probabilities.ts';
import { price, priceFromAmerican, priceFromProbability } from './price.ts';

export interface OddsComparisonModel {
  readonly eventId: string;
  readonly markets: MarketComparisonModel[];
}

export interface MarketComparisonModel extends Omit<MarketComparison, '__typename' | 'selections'> {
  readonly selections: SelectionComparisonModel[];
}

export interface SelectionComparisonModel
  extends Omit<SelectionComparison, '__typename' | 'fairPrice' | 'bestEvPercent'> {
  readonly fairPrice: (method: FairPriceMethod) => Price | null;
}

/** The comparison of the sportsbooks' prices for an event. Upstream's maps by sportsbook become lists. */
export function oddsComparisonModel(wire: Comparison): OddsComparisonModel {
  return {
    eventId: wire.event_id,
    markets: wire.markets.map((market) => marketModel(wire.sport, market)),
  };
}

function marketModel(sport: string, wire: ComparisonMarket): MarketComparisonModel {
  const fairPrice = fairPricesOf(sport, wire);
  return {
    marketType: wire.market_type,
    bestHoldPercent: wire.hold.best_available ?? null,
    holdBySportsbook: Object.entries(wire.hold.by_book).map(([sportsbookId, holdPercent]) => ({
      sportsbookId,
      holdPercent,
    })),
    selections: wire.selections.map((selection) => ({
      ...selectionModel(selection),
      fairPrice: (method) => fairPrice(selection, method),
    })),
  };
}

/** Returns a function for the fair price of a selection. The first call for a method computes those of all. */
function fairPricesOf(sport: string, { market_type: marketType, selections }: ComparisonMarket) {
  const computed = new Map<FairPriceMethod, ReadonlyMap<ComparisonSelection, number>>();
  return (selection: ComparisonSelection, method: FairPriceMethod): Price | null => {
    const known = computed.get(method);
    const fair = known ?? fairProbabilities({ sport, marketType, selections }, method);
    computed.set(method, fair);
    const probability = fair.get(selection);
    return probability === undefined ? null : priceFromProbability(probability);
  };
}

function selectionModel(wire: ComparisonSelection): Omit<SelectionComparisonModel, 'fairPrice'> {
  const prices = Object.entries(wire.books).map(([sportsbookId, offer]) => ({
    sportsbookId,
    price: price(offer.odds_american, offer.odds_decimal),
    lastSeenAt: offer.last_seen_at,
  }));
  const priceOf = (book: string | null | undefined, american: number | null | undefined) =>
    prices.find(({ sportsbookId }) => sportsbookId === book)?.price ??
    (american === null || american === undefined ? null : priceFromAmerican(american));
  return {
    selection: wire.selection,
    selectionType: wire.selection_type,
    line: wire.line ?? null,
    prices,
    bestSportsbookId: wire.best_book ?? null,
    worstSportsbookId: wire.worst_book ?? null,
    best: priceOf(wire.best_book, wire.best_odds),
    worst: priceOf(wire.worst_book, wire.worst_odds),
    spreadPercent: wire.spread ?? null, // Between best and worst, not a point spread.
  };
}
