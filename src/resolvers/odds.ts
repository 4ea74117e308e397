import type { Odds, OddsSortField as WireSortField } from '../contract/odds.ts';
import type { OddsFilter, OddsSort, OddsSortField, Resolvers } from '../generated/graph.ts';
import { namingTiers } from '../loaders/restriction.ts';
import { ListedOdds } from '../models/odds.ts';
import type { Query } from '../upstream/endpoints.ts';
import { checkOddsRange } from './arguments.ts';
import { connection } from './connection.ts';
import { deepLink } from './deep-links.ts';
import { spelled } from './filter-lists.ts';
import { warmOddsPage } from './warm-odds.ts';

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
      const { session } = context;
      const filter = spelled('filter.', args.filter ?? {});
      checkOddsRange('filter', filter);
      const wish = oddsQuery(filter, args.sort);
      const { connection: odds } = await connection({
        args,
        list: 'odds',
        query: wish,
        readFirst: (limit) => warmOddsPage({ ...wish, limit }, context, info),
        readPage: (query) =>
          namingTiers(session, filter.sportsbooks ?? [], () =>
            session.upstream.odds(session.caller, query),
          ),
        nodesOf: (page) => listedOdds(page.data),
      });
      return odds;
    },
    oddsChanges: async (_root, args, { session }) => {
      const filter = spelled('filter.', args.filter ?? {});
      checkOddsRange('filter', filter);
      const { connection: odds, page } = await connection({
        args,
        list: 'oddsChanges',
        query: { since: args.since, ...oddsQuery(filter, args.sort) },
        readPage: (query) =>
          namingTiers(session, filter.sportsbooks ?? [], () =>
            session.upstream.oddsDelta(session.caller, query),
          ),
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
  } satisfies Query;
}

function listedOdds(rows: readonly Odds[]): ListedOdds[] {
  return rows.map((wire) => new ListedOdds(wire));
}
