import type {
  Comparison,
  ComparisonMarket,
  ComparisonSelection,
} from '../contract/routes/odds-comparison.ts';
import type {
  MarketComparison,
  OddsComparison,
  SelectionComparison,
} from '../generated/schema-types.ts';
import { price, priceFromAmerican } from './price.ts';

export type OddsComparisonModel = Omit<OddsComparison, '__typename'>;

/** The comparison of an event: maps by sportsbook become lists. */
export function oddsComparisonModel(wire: Comparison): OddsComparisonModel {
  return { eventId: wire.event_id, markets: wire.markets.map(market) };
}

function market(wire: ComparisonMarket): MarketComparison {
  return {
    marketType: wire.market_type,
    bestHoldPercent: wire.hold.best_available ?? null,
    holdBySportsbook: Object.entries(wire.hold.by_book).map(([sportsbookId, holdPercent]) => ({
      sportsbookId,
      holdPercent,
    })),
    selections: wire.selections.map(selection),
  };
}

function selection(wire: ComparisonSelection): SelectionComparison {
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
    spreadPercent: wire.spread ?? null,
  };
}
