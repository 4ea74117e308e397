import type {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
  OpportunityKind,
} from '../../contract/opportunities.ts';
import type { Filterable } from './live-filter.ts';

/** An opportunity as upstream sent it, with its kind. */
export type WireOpportunity =
  | { readonly kind: 'ev'; readonly wire: EvOpportunity }
  | { readonly kind: 'arb'; readonly wire: ArbitrageOpportunity }
  | { readonly kind: 'middles'; readonly wire: MiddleOpportunity }
  | { readonly kind: 'low_hold'; readonly wire: LowHoldOpportunity };

/** Identifies an opportunity among all kinds. Ids are unique only within a kind. */
export function identityOf(kind: OpportunityKind, id: string): string {
  return `${kind} ${id}`;
}

/** The properties of an opportunity that filters look at. */
export function filterableOpportunity({ kind, wire }: WireOpportunity): Filterable {
  const { sport, league } = wire;
  switch (kind) {
    case 'ev':
      return {
        eventId: wire.game_id,
        sport,
        league,
        marketType: wire.market,
        books: [[wire.sportsbook]],
      };
    case 'arb':
      return {
        eventId: wire.event_id,
        sport,
        league,
        marketType: wire.market_type,
        books: wire.legs.map((leg) => [leg.sportsbook]),
      };
    case 'middles':
      return {
        eventId: wire.event_id,
        sport,
        league,
        marketType: wire.market_type,
        books: [[wire.side1.book], [wire.side2.book]],
      };
    case 'low_hold':
      return {
        eventId: wire.event_id,
        sport,
        league,
        marketType: wire.market_type,
        books: [wire.side1, wire.side2, wire.side3].flatMap((side) => (side ? [side.books] : [])),
      };
  }
}
