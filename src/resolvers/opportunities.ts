import { MAX_HOLD_CEILING_PERCENT, OFFSET_MAX } from '../contract/limits.ts';
import type { LowHoldQuery } from '../contract/opportunities.ts';
import { badUserInput } from '../errors.ts';
import type { LowHoldFilter, LowHoldSort, Resolvers } from '../generated/graph.ts';
import { namingTiers } from '../loaders/restriction.ts';
import type { EventModel } from '../models/event.ts';
import { lowHoldModel } from '../models/low-hold.ts';
import type { Query } from '../upstream/endpoints.ts';
import { checkTexts } from './arguments.ts';
import { connection } from './connection.ts';
import type { OperationContext } from './context.ts';

const SORTS: Readonly<Record<LowHoldSort, LowHoldQuery['sort']>> = {
  HOLD: 'hold',
  MARKET: 'market',
  SPORT: 'sport',
};

export const opportunityResolvers: Resolvers = {
  Query: {
    lowHoldOpportunities: async (_root, args, { session }) => {
      const filter = args.filter ?? {};
      checkLowHoldFilter(filter);
      const { connection: opportunities } = await connection({
        args,
        list: 'lowHoldOpportunities',
        query: lowHoldQuery(filter, args.sort),
        offsetMax: OFFSET_MAX,
        readPage: (query) =>
          namingTiers(session, filter.sportsbooks ?? [], () =>
            session.upstream.lowHold(session.caller, query),
          ),
        nodesOf: (page) => page.data.map(lowHoldModel),
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

function checkLowHoldFilter(filter: LowHoldFilter): void {
  checkTexts('filter.sports', filter.sports);
  checkTexts('filter.leagues', filter.leagues);
  checkTexts('filter.sportsbooks', filter.sportsbooks);
  checkTexts('filter.markets', filter.markets);
  const max = filter.maxHoldPercent ?? 0;
  if (max < 0 || max > MAX_HOLD_CEILING_PERCENT) {
    throw badUserInput(
      'filter.maxHoldPercent',
      `must be a number from 0 to ${MAX_HOLD_CEILING_PERCENT}, and is ${max}`,
    );
  }
}

function lowHoldQuery(filter: LowHoldFilter, sort: LowHoldSort | null | undefined): Query {
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
