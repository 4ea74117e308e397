import { MAX_HOLD_PERCENT } from '../../../contract/limits.ts';
import { marketMatcher } from '../../../contract/markets.ts';
import { anyIdOf, anyOf, anySportOf } from '../../../contract/odds/odds-filter.ts';
import type { OpportunityKind, OpportunityOf } from '../../../contract/opportunities.ts';
import type { StreamRequest } from '../stream-request.ts';

export type OpportunityFilter = Pick<StreamRequest, 'filter' | 'minEv' | 'minProfit'>;

/** Fields that +EV opportunities name differently from the other kinds. */
interface EventAndMarket {
  readonly event: string;
  readonly market: string;
}

type ReadByKind<Value> = {
  readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => Value;
};

const eventAndMarket = ({
  event_id: event,
  market_type: market,
}: OpportunityOf['arb' | 'middles' | 'low_hold']) => ({ event, market });

const EVENT_AND_MARKET: ReadByKind<EventAndMarket> = {
  ev: ({ game_id: event, market }) => ({ event, market }),
  arb: eventAndMarket,
  middles: eventAndMarket,
  low_hold: eventAndMarket,
};

export type OpportunityMatcher = <K extends OpportunityKind>(
  kind: K,
  opportunity: OpportunityOf[K],
) => boolean;

/** Sportsbooks are not checked: if the filter names some, the search used only their prices in the first place. */
export function opportunityMatcher(request: OpportunityFilter): OpportunityMatcher {
  const { filter, minEv, minProfit } = request;
  const matchesSport = anySportOf(filter.sport);
  const matchesLeague = anyOf(filter.league);
  const matchesEvent = anyIdOf(filter.event);
  const matchesMarket = marketMatcher(filter.market ?? []);
  const meetsThreshold: ReadByKind<boolean> = {
    ev: ({ ev_percentage: percent }) => percent >= minEv,
    arb: ({ profit_percent: percent }) => percent >= minProfit,
    middles: () => true,
    low_hold: ({ hold_percentage: percent }) => percent <= MAX_HOLD_PERCENT,
  };
  return (kind, opportunity) => {
    const { event, market } = EVENT_AND_MARKET[kind](opportunity);
    return (
      meetsThreshold[kind](opportunity) &&
      matchesSport(opportunity.sport) &&
      matchesLeague(opportunity.league) &&
      matchesEvent(event) &&
      matchesMarket(market)
    );
  };
}
