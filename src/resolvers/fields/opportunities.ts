import type { QueryOf } from '../../contract/route.ts';
import type { LowHoldQuery } from '../../contract/routes/low-hold.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { LowHoldFilter, LowHoldSort } from '../../generated/schema-types.ts';
import {
  anyOpportunityModel,
  opportunityCriteria,
  selectOpportunities,
} from '../../live/topics/opportunity-projection.ts';
import type { EventModel } from '../../models/event.ts';
import { lowHoldOpportunityModel } from '../../models/low-hold.ts';
import type { OperationContext } from '../context.ts';
import { connection } from '../lists/connection.ts';
import { routeConnection } from '../lists/route-connection.ts';
import { recordBoardRead } from '../look-ahead/odds-from-board.ts';
import { refuseBooksAboveTier } from './live.ts';

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
    opportunities: async (_root, args, context) => {
      const filter = args.filter ?? {};
      const criteria = opportunityCriteria(args);
      await refuseBooksAboveTier(context, filter);
      const { connection: opportunities } = await connection({
        args,
        list: 'opportunities',
        query: { ...filter, ...criteria },
        readPage: async ({ limit, offset }) => {
          const open = await context.services.live.openOpportunities(context.scope.caller);
          recordBoardRead(context);
          return pageOf(selectOpportunities(open, filter, criteria), Number(offset), Number(limit));
        },
        nodesOf: (page) => page.data.map(anyOpportunityModel),
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

/** One page of a list that is read at once. */
function pageOf<T>(rows: readonly T[], offset: number, limit: number) {
  const data = rows.slice(offset, offset + limit);
  const pagination = { limit, offset, has_more: offset + limit < rows.length };
  return { data, meta: { total: rows.length, pagination } };
}

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
