import { slugOf } from '../../contract/slugs.ts';
import { sportSlugs } from '../../contract/sports.ts';
import { ROUTE_TIERS } from '../../contract/tiers.ts';
import { OddsgraphError } from '../../errors.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import { withRequiredTier } from '../../loaders/restriction.ts';
import { gameStateModel, liveSport } from '../../models/game-state.ts';

export const gameStateResolvers: Resolvers = {
  Query: {
    liveSports: async (_root, _args, { scope }) => {
      const sports = await withRequiredTier(
        scope,
        [],
        () => scope.upstream.liveSports(scope.caller),
        ROUTE_TIERS.gameStates,
      );
      return sports.map(liveSport);
    },
    gameStates: async (_root, { sport, league, live }, { scope }) => {
      const [slug = sport] = sportSlugs([sport]);
      const query = { league: league && slugOf(league), live };
      try {
        const states = await withRequiredTier(
          scope,
          [],
          () => scope.upstream.gameStates(scope.caller, slug, query),
          ROUTE_TIERS.gameStates,
        );
        return Object.entries(states).map(([key, state]) => gameStateModel(key, state));
      } catch (error) {
        if (error instanceof OddsgraphError && error.code === 'NOT_FOUND') return [];
        throw error;
      }
    },
  },
};
