import { ROUTES } from '../../contract/routes.ts';
import { slugsOf } from '../../contract/slugs.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { SportsbookFilter } from '../../generated/schema-types.ts';
import { type SportsbookModel, sportsbookModel } from '../../models/sportsbook.ts';

export const sportsbookResolvers: Resolvers = {
  Query: {
    sportsbooks: async (_root, args, { scope }) => {
      const filter = args.filter ?? {};
      const { data } = await scope.upstream.call(ROUTES.sportsbooks, scope.caller, {});
      return data.map(sportsbookModel).filter((book) => matches(book, filter));
    },
    sportsbook: (_root, { id }, { loaders }) => loaders.sportsbooks.load(id),
  },
  Sportsbook: {
    __resolveReference: ({ id }, { loaders }) => loaders.sportsbooks.load(id),
  },
};

function matches(book: SportsbookModel, filter: SportsbookFilter): boolean {
  const { status, isSharp, regions } = filter;
  return (
    (status === null || status === undefined || book.status === status) &&
    (isSharp === null || isSharp === undefined || book.isSharp === isSharp) &&
    (regions === null ||
      regions === undefined ||
      regions.length === 0 ||
      slugsOf(book.regions).some((region) => regions.includes(region)))
  );
}
