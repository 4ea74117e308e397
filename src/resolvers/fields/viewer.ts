import { viewerModel } from '../../models/viewer.ts';
import type { Resolvers } from '../resolvers.ts';

export const viewerResolvers: Resolvers = {
  Query: {
    viewer: async (_root, _args, context) => {
      const { scope, services, viewer } = context;
      const { credential, usage } = scope.caller;
      const tier = await context.tier();
      const account = services.upstream.accounts.of(credential);
      // `viewer` is an end user of the operator, who has a budget of their own; null for other callers.
      const accountStatus =
        viewer === null || services.viewers === null
          ? account
          : { ...account, rateLimit: services.viewers.budgets.budgetOf(viewer) };
      // Stale from now on, so the response is not cached: every request changes the budget.
      const now = services.clock.monotonic();
      usage.recordRead(now, now);
      return viewerModel(tier, accountStatus, services.live.canStream(credential));
    },
  },
};
