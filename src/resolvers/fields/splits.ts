import type { QueryOf } from '../../contract/route.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { SplitsFilter } from '../../generated/schema-types.ts';
import { splitsModel } from '../../models/splits.ts';
import { routeConnection } from '../lists/route-connection.ts';

export const splitsResolvers: Resolvers = {
  Query: {
    splits: async (_root, args, { scope }) => {
      const filter = args.filter ?? {};
      const { connection: splits } = await routeConnection(scope, ROUTES.splits, {
        args,
        list: 'splits',
        query: splitsQuery(filter),
        nodesOf: (page) => page.data.map(splitsModel),
      });
      return splits;
    },
  },
  Splits: {
    event: (splits, _args, { loaders }) => loaders.events.load(splits.eventId),
    sportsbook: (splits, _args, { loaders }) => loaders.sportsbooks.load(splits.sportsbookId),
  },
};

function splitsQuery(filter: SplitsFilter): QueryOf<Routes['splits']> {
  return {
    event_id: filter.eventIds,
    sport: filter.sports,
    league: filter.leagues,
    sportsbook: filter.sportsbooks,
  };
}
