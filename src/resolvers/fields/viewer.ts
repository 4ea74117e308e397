import type { Resolvers } from '../../generated/resolver-types.ts';
import { viewerModel } from '../../models/viewer.ts';

export const viewerResolvers: Resolvers = {
  Query: {
    viewer: async (_root, _args, context) => {
      const { scope, services, viewer } = context;
      const { credential, usage } = scope.caller;
      const tier = await context.tier();
      const account = services.upstream.client.accounts.of(credential);
      const accountStatus =
        viewer === null || services.viewers === null
          ? account
          : { ...account, rateLimit: services.viewers.budgets.budgetOf(viewer) };
      usage.recordRead(services.clock.monotonic(), accountStatus); // Not cacheable: every request changes the budget.
      return viewerModel(tier, accountStatus, services.live.canStream(credential));
    },
  },
};
