import { ROUTES } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import { splitsModel } from '../../models/splits.ts';
import { routeConnection } from '../lists/route-connection.ts';

export const splitsResolvers: Resolvers = {
  Query: {
    splits: (_root, args, { scope }) =>
      routeConnection(scope, ROUTES.splits, {
        args,
        filters: {
          eventIds: 'event_id',
          sports: 'sport',
          leagues: 'league',
          sportsbooks: 'sportsbook',
        },
        toNode: splitsModel,
      }),
  },
  Splits: {
    event: (splits, _args, { loaders }) => loaders.events.load(splits.eventId),
    sportsbook: (splits, _args, { loaders }) => loaders.sportsbooks.load(splits.sportsbookId),
  },
};
