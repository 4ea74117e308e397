import type {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
  OpportunityKind,
} from '../../contract/opportunities.ts';
import type { Filterable } from './live-filter.ts';

/** An opportunity as upstream sent it (`wire`), with its kind. */
export type WireOpportunity =
  | { readonly kind: 'ev'; readonly wire: EvOpportunity }
  | { readonly kind: 'arb'; readonly wire: ArbitrageOpportunity }
  | { readonly kind: 'middles'; readonly wire: MiddleOpportunity }
  | { readonly kind: 'low_hold'; readonly wire: LowHoldOpportunity };

/** Identifies an opportunity across all kinds. Upstream's ids are unique only within a kind. */
export function upstreamKeyOf({ kind, wire }: { kind: OpportunityKind; wire: { id: string } }) {
  return `${kind} ${wire.id}`;
}

/** The id of its row on a board. It contains the properties that filters test, so these never change in a row. */
export function rowIdOf(opportunity: WireOpportunity): string {
  return JSON.stringify([upstreamKeyOf(opportunity), toFilterable(opportunity)]);
}

export function eventOf({ kind, wire }: WireOpportunity): string {
  return kind === 'ev' ? wire.game_id : wire.event_id;
}

/** The properties of an opportunity that subscription filters test, in the order in which row ids have them, also in Redis. */
export function toFilterable(opportunity: WireOpportunity): Filterable {
  const { kind, wire } = opportunity;
  return {
    eventId: eventOf(opportunity),
    sport: wire.sport,
    league: wire.league,
    marketType: kind === 'ev' ? wire.market : wire.market_type,
    booksPerLeg: booksPerLeg(opportunity),
  };
}

function booksPerLeg({ kind, wire }: WireOpportunity): string[][] {
  switch (kind) {
    case 'ev':
      return [[wire.sportsbook]];
    case 'arb':
      return wire.legs.map(({ sportsbook }) => [sportsbook]);
    case 'middles':
      return [[wire.side1.book], [wire.side2.book]];
    case 'low_hold':
      return [wire.side1, wire.side2, wire.side3].flatMap((side) => (side ? [side.books] : []));
  }
}
