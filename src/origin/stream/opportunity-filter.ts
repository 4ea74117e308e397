import { marketMatcher } from '../../contract/markets.ts';
import { anyIdOf, anyOf } from '../../contract/odds-filter.ts';
import type { OpportunityKind, OpportunityOf } from '../../contract/opportunities.ts';
import { sportSlugs } from '../../contract/sports.ts';
import type { StreamRequest } from './stream-request.ts';

/** Which opportunities a stream tells of. */
export type OpportunityFilter = Pick<StreamRequest, 'filter' | 'minEv' | 'minProfit'>;

/** What decides whether an opportunity passes, whatever its kind calls it. */
interface Facts {
  readonly event: string;
  readonly market: string;
  /** For each bet that it takes, the books where it can be placed. */
  readonly books: readonly (readonly string[])[];
}

type ReadFacts = { readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => Facts };

const READ_FACTS: ReadFacts = {
  ev: ({ game_id: event, market, sportsbook }) => ({ event, market, books: [[sportsbook]] }),
  arb: ({ event_id: event, market_type: market, legs }) => ({
    event,
    market,
    books: legs.map((leg) => [leg.sportsbook]),
  }),
  middles: ({ event_id: event, market_type: market, side1, side2 }) => ({
    event,
    market,
    books: [[side1.book], [side2.book]],
  }),
  low_hold: ({ event_id: event, market_type: market, side1, side2, side3 }) => ({
    event,
    market,
    books: [side1, side2, side3].flatMap((side) => (side ? [side.books] : [])),
  }),
};

export type OpportunityMatcher = <K extends OpportunityKind>(
  kind: K,
  opportunity: OpportunityOf[K],
) => boolean;

/**
 * A test for opportunities. A filter of sportsbooks lets through what can be bet at those books
 * alone.
 */
export function opportunityMatcher(request: OpportunityFilter): OpportunityMatcher {
  const { filter, minEv, minProfit } = request;
  const sport = anyOf(filter.sport && sportSlugs(filter.sport));
  const league = anyOf(filter.league);
  const event = anyIdOf(filter.event);
  const market = marketMatcher(filter.market ?? []);
  const book = anyOf(filter.sportsbook);
  const yields: { readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => boolean } = {
    ev: ({ ev_percentage: percent }) => percent >= minEv,
    arb: ({ profit_percent: percent }) => percent >= minProfit,
    middles: () => true,
    low_hold: () => true,
  };
  return (kind, opportunity) => {
    const facts = READ_FACTS[kind](opportunity);
    return (
      yields[kind](opportunity) &&
      sport(opportunity.sport) &&
      league(opportunity.league) &&
      event(facts.event) &&
      market(facts.market) &&
      facts.books.every((books) => books.some(book))
    );
  };
}
