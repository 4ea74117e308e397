import type { Odds, OddsSortField as WireSortField } from '../../contract/odds/odds.ts';
import { playerMatcher } from '../../contract/odds/odds-filter.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import { badUserInput } from '../../errors/errors.ts';
import type { OddsResolvers } from '../../generated/resolver-types.ts';
import type { OddsFilter, OddsSort, OddsSortField } from '../../generated/schema-types.ts';
import { rowIdOf } from '../../loaders/event-odds.ts';
import { allPages } from '../../loaders/pages.ts';
import { type OddsLinks, OddsModel } from '../../models/odds.ts';
import { priceAt, priceHistory } from '../history/odds-history.ts';
import {
  type FilterParameters,
  type RowSelection,
  routeConnection,
} from '../lists/route-connection.ts';
import { oddsPageFromBoard } from '../look-ahead/odds-from-board.ts';
import type { Resolvers } from '../resolvers.ts';
import { deepLink } from './deep-links.ts';
import { eventOf, sportsbookOf } from './links.ts';

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
const ODDS_FILTERS: FilterParameters<Omit<OddsFilter, 'players'>, Routes['odds']> = {
  eventIds: 'event',
  sports: 'sport',
  leagues: 'league',
  sportsbooks: 'sportsbook',
  markets: 'market',
  live: 'live',
  minAmerican: 'min_odds',
  maxAmerican: 'max_odds',
};

/** Fields of a price's past, which is found by all that is known of the price: they may read any of its fields. */
type OfThePast = 'history' | 'opening' | 'closing';

/** A resolver that gets these fields of a price alone: it cannot need others than `ODDS_LINKS` says. */
type Reading<Fields extends keyof OddsModel, Resolver> = Resolver extends (
  odds: OddsModel,
  ...rest: infer Rest
) => infer Result
  ? (odds: Pick<OddsModel, Fields>, ...rest: Rest) => Result
  : never;

const links: {
  readonly [Link in Exclude<keyof OddsLinks, OfThePast>]: Reading<
    OddsLinks[Link],
    NonNullable<OddsResolvers[Link]>
  >;
} = {
  event: eventOf,
  sportsbook: sportsbookOf,
  // Prices that were read in a batch have no id. `state` is a US state.
  deepLink: ({ id }, { state }, context) => (id === null ? null : deepLink(id, state, context)),
};

export const oddsResolvers: Resolvers = {
  Query: {
    odds: async (_root, args, context, info) =>
      routeConnection(context.scope, ROUTES.odds, {
        args,
        filters: ODDS_FILTERS,
        query: { sort: wireSort(args.sort) },
        toNode: (odds) => new OddsModel(odds),
        selection: selectionOf(args),
        // The live board holds current prices in memory.
        readFirst: (query) =>
          oddsPageFromBoard({ ...query, players: args.filter?.players }, context, info),
      }),
    oddsChanges: async (_root, args, { scope }) => {
      const changes = await routeConnection(scope, ROUTES.oddsDelta, {
        args,
        filters: ODDS_FILTERS,
        query: { since: args.since, sort: wireSort(args.sort) },
        toNode: (odds) => new OddsModel(odds),
        selection: selectionOf(args),
      });
      const { server_time: serverTime, books_changed: changedSportsbookIds } = changes.page.meta;
      return Object.assign(changes, { serverTime, changedSportsbookIds });
    },
  },
  Odds: {
    ...links,
    history: priceHistory,
    opening: priceAt('opening'),
    closing: priceAt('closing'),
  },
};

/** The `sort` parameter as upstream expects it: a minus sign means descending. */
function wireSort(sort: OddsSort | null | undefined) {
  return sort && (`${sort.direction === 'DESC' ? '-' : ''}${SORT_FIELDS[sort.field]}` as const);
}

/** Selects the prices of players, which upstream does not filter by; null if the filter names none. */
function selectionOf({
  filter,
}: {
  readonly filter?: OddsFilter | null;
}): RowSelection<Odds> | null {
  const { players, eventIds } = filter ?? {};
  if (!players || players.length === 0) return null;
  if (!eventIds || eventIds.length === 0) throw badUserInput('filter.players', 'needs eventIds');
  const isOfPlayer = playerMatcher(players);
  return {
    criteria: { players },
    rows: async (read) => (await allPages(read, rowIdOf)).filter(isOfPlayer),
  };
}
