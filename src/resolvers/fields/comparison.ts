import type { Resolvers } from '../resolvers.ts';

export const comparisonResolvers: Resolvers = {
  SelectionComparison: {
    fairPrice: (selection, { method }) => selection.fairPrice(method),
    bestEvPercent: ({ best, fairPrice, isBestComparable }, { method }) => {
      const fair = isBestComparable() ? fairPrice(method) : null;
      return best && fair && (best.decimal / fair.decimal - 1) * 100;
    },
  },
};
