import type { Resolvers } from '../../generated/resolver-types.ts';
import { viewerModel } from '../../models/viewer.ts';

export const viewerResolvers: Resolvers = {
  Query: {
    viewer: async (_root, _args, { scope, services }) => {
      const { credential, usage } = scope.caller;
      const tier = await services.tiers.tierOf(credential);
      const accountStatus = services.upstream.client.accountStatus(credential);
      usage.recordRead(services.clock.monotonic(), accountStatus); // Not cacheable: every request changes the budget.
      return viewerModel(tier, accountStatus, services.live.canStream(credential));
    },
  },
};
