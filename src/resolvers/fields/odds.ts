import type { Odds, OddsSortField as WireSortField } from '../../contract/odds/odds.ts';
import type { QueryOf } from '../../contract/route.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { OddsFilter, OddsSort, OddsSortField } from '../../generated/schema-types.ts';
import { ListedOdds } from '../../models/odds.ts';
import { routeConnection } from '../lists/route-connection.ts';
import { oddsPageFromBoard } from '../look-ahead/odds-from-board.ts';
import { deepLink } from './deep-links.ts';

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

export const oddsResolvers: Resolvers = {
  Query: {
    odds: async (_root, args, context, info) => {
      const { scope } = context;
      const filter = args.filter ?? {};
      const spec = oddsQuery(filter, args.sort);
      const { connection: odds } = await routeConnection(scope, ROUTES.odds, {
        args,
        list: 'odds',
        query: spec,
        readFirst: (limit) => oddsPageFromBoard({ ...spec, limit }, context, info),
        nodesOf: (page) => listedOdds(page.data),
      });
      return odds;
    },
    oddsChanges: async (_root, args, { scope }) => {
      const filter = args.filter ?? {};
      const { connection: odds, page } = await routeConnection(scope, ROUTES.oddsDelta, {
        args,
        list: 'oddsChanges',
        query: { since: args.since, ...oddsQuery(filter, args.sort) },
        nodesOf: (page) => listedOdds(page.data),
      });
      return {
        nodes: odds.nodes,
        edges: odds.edges,
        pageInfo: odds.pageInfo,
        totalCount: odds.totalCount,
        serverTime: page.meta.server_time,
        changedSportsbookIds: page.meta.books_changed,
      };
    },
  },
  Odds: {
    event: (odds, _args, { loaders }) => loaders.events.load(odds.eventId),
    sportsbook: (odds, _args, { loaders }) => loaders.sportsbooks.load(odds.sportsbookId),
    deepLink: (odds, { state }, context) =>
      odds.id === null ? null : deepLink(odds.id, state, context),
  },
};

function oddsQuery(filter: OddsFilter, sort: OddsSort | null | undefined) {
  return {
    event: filter.eventIds,
    sport: filter.sports,
    league: filter.leagues,
    sportsbook: filter.sportsbooks,
    market: filter.markets,
    live: filter.live,
    min_odds: filter.minAmerican,
    max_odds: filter.maxAmerican,
    sort: sort && (`${sort.direction === 'DESC' ? '-' : ''}${SORT_FIELDS[sort.field]}` as const),
  } satisfies QueryOf<Routes['odds']>;
}

function listedOdds(rows: readonly Odds[]): ListedOdds[] {
  return rows.map((wire) => new ListedOdds(wire));
}
