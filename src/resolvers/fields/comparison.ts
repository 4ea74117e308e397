import type { Resolvers } from '../resolvers.ts';

export const comparisonResolvers: Resolvers = {
  SelectionComparison: {
    fairPrice: (selection, { method }) => selection.fairPrice(method),
    bestEvPercent: ({ best, fairPrice, isBestPlausible }, { method }) => {
      const fair = isBestPlausible() ? fairPrice(method) : null;
      return best && fair && (best.decimal / fair.decimal - 1) * 100;
    },
  },
};
