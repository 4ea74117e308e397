import { ROUTES } from '../../contract/routes.ts';
import { slugOf } from '../../contract/slugs.ts';
import { sportSlugs } from '../../contract/sports.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { callRoute } from '../../loaders/call-route.ts';
import { gameStateModels, liveSport } from '../../models/game-state.ts';
import type { Resolvers } from '../resolvers.ts';

export const gameStateResolvers: Resolvers = {
  Query: {
    liveSports: async (_root, _args, { scope }) => {
      const { data } = await callRoute(scope, ROUTES.liveSports, {});
      return data.sports.map(liveSport);
    },
    gameStates: async (_root, { sport, league, live }, { scope }) => {
      const [slug = sport] = sportSlugs([sport]);
      const query = { league: league ? [slugOf(league)] : null, live };
      try {
        const { data } = await callRoute(scope, ROUTES.gameStates, {
          params: { sport: slug },
          query,
        });
        return gameStateModels(data);
      } catch (error) {
        // The sport has no games with a state.
        if (error instanceof OddsgraphError && error.code === 'NOT_FOUND') return [];
        throw error;
      }
    },
  },
};
