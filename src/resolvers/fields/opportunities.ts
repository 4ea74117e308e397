import type { LowHoldQuery } from '../../contract/routes/low-hold.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { LowHoldFilter, LowHoldSort } from '../../generated/schema-types.ts';
import type { EventModel } from '../../models/event.ts';
import { lowHoldOpportunityModel } from '../../models/low-hold.ts';
import type { OperationContext } from '../context.ts';
import { type FilterParameters, routeConnection } from '../lists/route-connection.ts';

const SORTS: Readonly<Record<LowHoldSort, LowHoldQuery['sort']>> = {
  HOLD: 'hold',
  MARKET: 'market',
  SPORT: 'sport',
};

const LOW_HOLD_FILTERS: FilterParameters<LowHoldFilter, Routes['lowHold']> = {
  sports: 'sport',
  leagues: 'league',
  sportsbooks: 'sportsbook',
  markets: 'market',
  live: 'live',
  maxHoldPercent: 'max_hold',
};

export const opportunityResolvers: Resolvers = {
  Query: {
    lowHoldOpportunities: (_root, args, { scope }) =>
      routeConnection(scope, ROUTES.lowHold, {
        args,
        filters: LOW_HOLD_FILTERS,
        query: { sort: args.sort && SORTS[args.sort] },
        toNode: lowHoldOpportunityModel,
      }),
  },
  EvOpportunity: {
    event: eventOf,
    sportsbook: ({ sportsbookId }, _args, { loaders }) => loaders.sportsbooks.load(sportsbookId),
  },
  ArbitrageOpportunity: { event: eventOf },
  MiddleOpportunity: { event: eventOf },
  LowHoldOpportunity: { event: eventOf },
};

function eventOf(
  { eventId }: { readonly eventId: string },
  _args: object,
  { loaders }: OperationContext,
): Promise<EventModel | null> {
  return loaders.events.load(eventId);
}
