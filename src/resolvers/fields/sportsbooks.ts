import { ROUTES } from '../../contract/routes.ts';
import { slugsOf } from '../../contract/slugs.ts';
import type { SportsbookFilter } from '../../generated/schema-types.ts';
import { callRoute } from '../../loaders/call-route.ts';
import { sportsbookLoader } from '../../loaders/sportsbooks.ts';
import { type SportsbookModel, sportsbookModel } from '../../models/sportsbook.ts';
import type { Resolvers } from '../resolvers.ts';
import { nodeIdOf } from './node.ts';

export const sportsbookResolvers: Resolvers = {
  Query: {
    sportsbooks: async (_root, args, { scope }) => {
      const filter = args.filter ?? {};
      const { data } = await callRoute(scope, ROUTES.sportsbooks, {});
      return data.map(sportsbookModel).filter((book) => matches(book, filter));
    },
    sportsbook: (_root, { id }, { loaders }) => loaders.of(sportsbookLoader).load(id),
  },
  Sportsbook: {
    nodeId: ({ id }) => nodeIdOf('Sportsbook', id),
    __resolveReference: ({ id }, { loaders }) => loaders.of(sportsbookLoader).load(id),
  },
};

function matches(book: SportsbookModel, filter: SportsbookFilter): boolean {
  const { status, isSharp, regions } = filter;
  return (
    (status ?? book.status) === book.status &&
    (isSharp ?? book.isSharp) === book.isSharp &&
    (!regions?.length || slugsOf(book.regions).some((region) => regions.includes(region)))
  );
}
