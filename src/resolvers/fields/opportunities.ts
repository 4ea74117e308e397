import type { GraphQLResolveInfo } from 'graphql';
import { marketTypes } from '../../contract/markets.ts';
import type { LowHoldQuery } from '../../contract/routes/low-hold.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import { pageOf } from '../../contract/wire.ts';
import type { LowHoldFilter, LowHoldSort } from '../../generated/schema-types.ts';
import type { LiveFilter } from '../../live/board/live-filter.ts';
import type { WireOpportunity } from '../../live/board/wire-opportunity.ts';
import {
  anyOpportunityModel,
  comparePlaces,
  type OpportunityCriteria,
  opportunityCriteria,
  placeOf,
  selectOpportunities,
} from '../../live/topics/opportunity-projection.ts';
import { eventBatchLoader } from '../../loaders/event-odds.ts';
import { eventLoader } from '../../loaders/events.ts';
import type { LoaderScope } from '../../loaders/loaders.ts';
import { type ComparedOpportunity, opportunityComparison } from '../../models/comparison.ts';
import { lowHoldOpportunityModel } from '../../models/low-hold.ts';
import { type EvOpportunityModel, isPriceOf, type Side } from '../../models/opportunity.ts';
import type { OperationContext } from '../context.ts';
import { connection } from '../lists/connection.ts';
import { type FilterParameters, routeConnection } from '../lists/route-connection.ts';
import { comparedFields, eventPrices, recordBoardRead } from '../look-ahead/odds-from-board.ts';
import type { Resolvers } from '../resolvers.ts';
import { betLink } from './deep-links.ts';
import { eventOf, sportsbookOf } from './links.ts';

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
        query: {
          sort: args.sort && SORTS[args.sort],
          market: args.filter?.markets && withTypes(args.filter.markets),
        },
        toNode: lowHoldOpportunityModel,
      }),
    opportunities: async (_root, args, context) => {
      const filter = args.filter ?? {};
      const criteria = opportunityCriteria(args);
      return connection({
        args,
        list: 'opportunities',
        query: { ...filter, ...criteria },
        readPage: async (page) => {
          const shared = context.loaders.of(sharedRows, filter, criteria);
          shared.found ??= openRows(context, filter, criteria);
          const rows = await shared.found;
          const { after, offset } = page;
          if (after === undefined) return pageOf(rows, page);
          const upToPlace = rows.filter((one) => comparePlaces(placeOf(one), after) <= 0).length;
          return pageOf(rows, { ...page, offset: Math.max(0, upToPlace - (offset ?? 0)) });
        },
        nodesOf: (page) => page.data.map(anyOpportunityModel),
        placesOf: (page) => page.data.map(placeOf),
      });
    },
  },
  EvOpportunity: {
    event: eventOf,
    comparison: comparisonOf,
    sportsbook: sportsbookOf,
    oddsAgeSeconds: oddsAge,
    deepLink: betLink,
  },
  ArbitrageLeg: { oddsAgeSeconds: oddsAge, deepLink: betLink },
  ArbitrageOpportunity: { event: eventOf, comparison: comparisonOf },
  MiddleOpportunity: { event: eventOf, comparison: comparisonOf },
  MiddleSide: {
    deepLink: (side, args, context) =>
      betLink(side.deepLinkUrl === null ? { ...side, sportsbookId: null } : side, args, context),
  },
  LowHoldOpportunity: { event: eventOf, comparison: comparisonOf },
  LowHoldSide: {
    oddsAgeSeconds: (side, _args, context) =>
      oddsAge({ ...side, sportsbookId: side.sportsbookIds[0] ?? '' }, {}, context),
    deepLink: (side, args, context) => {
      const linked = side.deepLinks.find(({ url }) => url !== null);
      return betLink({ ...side, sportsbookId: linked?.sportsbookId ?? null }, args, context);
    },
  },
};

/**
 * How often an operation selects from the board for `opportunities` without a turn in between: links and events below
 * fields that resolve together are read in one batch. Each takes some milliseconds, and an operation may have 60.
 */
const TOGETHER_MAX = 8;

/** How often an operation has selected from the board. */
const selections = (_scope: LoaderScope) => ({ count: 0 });

/** The rows of all fields of an operation with equal arguments. */
const sharedRows = (_scope: LoaderScope, ..._args: [LiveFilter, OpportunityCriteria]) => ({
  found: null as Promise<WireOpportunity[]> | null,
});

async function openRows(
  context: OperationContext,
  filter: LiveFilter,
  criteria: OpportunityCriteria,
): Promise<WireOpportunity[]> {
  const open = await context.services.live.currentOpportunities(context.scope.caller);
  recordBoardRead(context);
  const made = context.loaders.of(selections);
  made.count += 1;
  if (made.count > TOGETHER_MAX) await context.turn();
  return selectOpportunities(open, filter, criteria);
}

/** Adds the market types of categories: unlike its other lists, upstream's list of low holds need not know categories. */
function withTypes(markets: readonly string[]): string[] {
  return [...new Set([...markets, ...marketTypes(markets)])];
}

async function comparisonOf(
  opportunity: ComparedOpportunity,
  _args: object,
  context: OperationContext,
  info: GraphQLResolveInfo,
) {
  const { loaders } = context;
  const selected = () => comparedFields(info, ['selections']);
  const [event, prices] = await Promise.all([
    loaders.of(eventLoader).load(opportunity.eventId),
    eventPrices(opportunity.eventId, {}, context, selected),
  ]);
  return opportunityComparison(opportunity, event, prices);
}

/** How old the sportsbook's current price of a bet is, in seconds; null if it no longer offers the bet. */
async function oddsAge(
  bet: Side & Pick<EvOpportunityModel, 'eventId' | 'marketType' | 'sportsbookId'>,
  _args: object,
  { loaders, services }: OperationContext,
): Promise<number | null> {
  const batch = await loaders.of(eventBatchLoader, {}).load(bet.eventId);
  const price = batch?.odds.find(isPriceOf(bet));
  const seenAt = Date.parse(price?.last_seen_at ?? '');
  return Number.isNaN(seenAt) ? null : Math.max(0, (services.clock.now() - seenAt) / 1_000);
}
