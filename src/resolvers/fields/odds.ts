import type { Odds, OddsSortField as WireSortField } from '../../contract/odds/odds.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { OddsFilter, OddsSort, OddsSortField } from '../../generated/schema-types.ts';
import { ListedOdds } from '../../models/odds.ts';
import { type FilterParameters, routeConnection } from '../lists/route-connection.ts';
import { oddsPageFromBoard } from '../look-ahead/odds-from-board.ts';
import { deepLink } from './deep-links.ts';

/** Upstream's names for the fields to sort by. */
const SORT_FIELDS: Readonly<Record<OddsSortField, WireSortField>> = {
  AMERICAN: 'odds_american',
  DECIMAL: 'odds_decimal',
  PROBABILITY: 'odds_probability',
  EVENT_START_TIME: 'event_start_time',
  LAST_SEEN_AT: 'last_seen_at',
  SPORTSBOOK: 'sportsbook',
  LEAGUE: 'league',
  SPORT: 'sport',
};

/** Upstream's query parameter for each field of the filter, in `odds` and in `oddsChanges`. */
const ODDS_FILTERS: FilterParameters<OddsFilter, Routes['odds']> = {
  eventIds: 'event',
  sports: 'sport',
  leagues: 'league',
  sportsbooks: 'sportsbook',
  markets: 'market',
  live: 'live',
  minAmerican: 'min_odds',
  maxAmerican: 'max_odds',
};

export const oddsResolvers: Resolvers = {
  Query: {
    odds: (_root, args, context, info) =>
      routeConnection(context.scope, ROUTES.odds, {
        args,
        filters: ODDS_FILTERS,
        query: { sort: wireSort(args.sort) },
        toNode: listedOdds,
        // The live board holds current prices in memory.
        readFirst: (query) => oddsPageFromBoard(query, context, info),
      }),
    oddsChanges: async (_root, args, { scope }) => {
      const changes = await routeConnection(scope, ROUTES.oddsDelta, {
        args,
        filters: ODDS_FILTERS,
        query: { since: args.since, sort: wireSort(args.sort) },
        toNode: listedOdds,
      });
      return {
        nodes: changes.nodes,
        edges: changes.edges,
        pageInfo: changes.pageInfo,
        totalCount: changes.totalCount,
        serverTime: changes.page.meta.server_time,
        changedSportsbookIds: changes.page.meta.books_changed,
      };
    },
  },
  Odds: {
    event: (odds, _args, { loaders }) => loaders.events.load(odds.eventId),
    sportsbook: (odds, _args, { loaders }) => loaders.sportsbooks.load(odds.sportsbookId),
    // Odds that were read in a batch have no id. `state` is a US state.
    deepLink: (odds, { state }, context) =>
      odds.id === null ? null : deepLink(odds.id, state, context),
  },
};

/** The `sort` parameter as upstream expects it: a minus sign means descending. */
function wireSort(sort: OddsSort | null | undefined) {
  return sort && (`${sort.direction === 'DESC' ? '-' : ''}${SORT_FIELDS[sort.field]}` as const);
}

function listedOdds(wire: Odds): ListedOdds {
  return new ListedOdds(wire);
}
