import { ROUTES } from '../../contract/routes.ts';
import { splitsModel } from '../../models/splits.ts';
import { routeConnection } from '../lists/route-connection.ts';
import type { Resolvers } from '../resolvers.ts';
import { eventOf, sportsbookOf } from './links.ts';

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
    event: eventOf,
    sportsbook: sportsbookOf,
  },
};
