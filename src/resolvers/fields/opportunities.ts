import type { QueryOf } from '../../contract/route.ts';
import type { LowHoldQuery } from '../../contract/routes/low-hold.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { LowHoldFilter, LowHoldSort } from '../../generated/schema-types.ts';
import type { EventModel } from '../../models/event.ts';
import { lowHoldOpportunityModel } from '../../models/low-hold.ts';
import type { OperationContext } from '../context.ts';
import { routeConnection } from '../lists/route-connection.ts';

const SORTS: Readonly<Record<LowHoldSort, LowHoldQuery['sort']>> = {
  HOLD: 'hold',
  MARKET: 'market',
  SPORT: 'sport',
};

export const opportunityResolvers: Resolvers = {
  Query: {
    lowHoldOpportunities: async (_root, args, { scope }) => {
      const filter = args.filter ?? {};
      const { connection: opportunities } = await routeConnection(scope, ROUTES.lowHold, {
        args,
        list: 'lowHoldOpportunities',
        query: lowHoldQuery(filter, args.sort),
        nodesOf: (page) => page.data.map(lowHoldOpportunityModel),
      });
      return opportunities;
    },
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

function lowHoldQuery(
  filter: LowHoldFilter,
  sort: LowHoldSort | null | undefined,
): QueryOf<Routes['lowHold']> {
  return {
    sport: filter.sports,
    league: filter.leagues,
    sportsbook: filter.sportsbooks,
    market: filter.markets,
    live: filter.live,
    max_hold: filter.maxHoldPercent,
    sort: sort && SORTS[sort],
  };
}
