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
import { type FilterParameters, routeConnection } from '../lists/route-connection.ts';
import { recordBoardRead } from '../look-ahead/odds-from-board.ts';
import { refuseBooksAboveTier } from './live.ts';

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
    opportunities: async (_root, args, context) => {
      const filter = args.filter ?? {};
      const criteria = opportunityCriteria(args);
      await refuseBooksAboveTier(context, filter);
      return connection({
        args,
        list: 'opportunities',
        query: { ...filter, ...criteria },
        readPage: async ({ limit, offset }) => {
          const open = await context.services.live.currentOpportunities(context.scope.caller);
          recordBoardRead(context); // A live board is what a stream has sent, in memory.
          return pageOf(selectOpportunities(open, filter, criteria), Number(offset), Number(limit));
        },
        nodesOf: (page) => page.data.map(anyOpportunityModel),
      });
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

/** Cuts one page out of a list that is in memory as a whole. */
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
