import { SPLITS_PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { SplitsFilter } from '../../generated/schema-types.ts';
import { withRequiredTier } from '../../loaders/restriction.ts';
import { splitsModel } from '../../models/splits.ts';
import type { Query } from '../../upstream/endpoints.ts';
import { connection } from '../lists/connection.ts';

export const splitsResolvers: Resolvers = {
  Query: {
    splits: async (_root, args, { scope }) => {
      const filter = args.filter ?? {};
      const { connection: splits } = await connection({
        args,
        list: 'splits',
        query: splitsQuery(filter),
        defaultSize: SPLITS_PAGE_SIZE_DEFAULT,
        readPage: (query) =>
          withRequiredTier(scope, filter.sportsbooks ?? [], () =>
            scope.upstream.splits(scope.caller, query),
          ),
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

function splitsQuery(filter: SplitsFilter): Query {
  return {
    event_id: filter.eventIds,
    sport: filter.sports,
    league: filter.leagues,
    sportsbook: filter.sportsbooks,
  };
}
