import { MAX_HOLD_PERCENT } from '../../../contract/limits.ts';
import { marketMatcher } from '../../../contract/markets.ts';
import { anyIdOf, anyOf } from '../../../contract/odds-filter.ts';
import type { OpportunityKind, OpportunityOf } from '../../../contract/opportunities.ts';
import { sportSlugs } from '../../../contract/sports.ts';
import type { StreamRequest } from '../stream-request.ts';

/** Which opportunities a stream tells of. */
export type OpportunityFilter = Pick<StreamRequest, 'filter' | 'minEv' | 'minProfit'>;

/** What decides whether an opportunity passes, whatever its kind calls it. */
interface Facts {
  readonly event: string;
  readonly market: string;
}

type ReadFacts = { readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => Facts };

const ofEvent = ({
  event_id: event,
  market_type: market,
}: OpportunityOf['arb' | 'middles' | 'low_hold']) => ({ event, market });

const READ_FACTS: ReadFacts = {
  ev: ({ game_id: event, market }) => ({ event, market }),
  arb: ofEvent,
  middles: ofEvent,
  low_hold: ofEvent,
};

export type OpportunityMatcher = <K extends OpportunityKind>(
  kind: K,
  opportunity: OpportunityOf[K],
) => boolean;

/** A test for opportunities. Those of a stream that names sportsbooks are found among these. */
export function opportunityMatcher(request: OpportunityFilter): OpportunityMatcher {
  const { filter, minEv, minProfit } = request;
  const sport = anyOf(filter.sport && sportSlugs(filter.sport));
  const league = anyOf(filter.league);
  const event = anyIdOf(filter.event);
  const market = marketMatcher(filter.market ?? []);
  const yields: { readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => boolean } = {
    ev: ({ ev_percentage: percent }) => percent >= minEv,
    arb: ({ profit_percent: percent }) => percent >= minProfit,
    middles: () => true,
    low_hold: ({ hold_percentage: percent }) => percent <= MAX_HOLD_PERCENT,
  };
  return (kind, opportunity) => {
    const accountStatus = READ_FACTS[kind](opportunity);
    return (
      yields[kind](opportunity) &&
      sport(opportunity.sport) &&
      league(opportunity.league) &&
      event(accountStatus.event) &&
      market(accountStatus.market)
    );
  };
}
