import type { Resolvers } from '../generated/graph.ts';
import { viewerModel } from '../models/viewer.ts';

export const viewerResolvers: Resolvers = {
  Query: {
    viewer: async (_root, _args, { session, services }) => {
      const { credential, ledger } = session.caller;
      const tier = await services.tiers.tierOf(credential);
      const facts = services.upstream.client.facts(credential);
      ledger.use(services.clock.monotonic(), facts); // The budget moves with every request.
      return viewerModel(tier, facts, services.live.canStream(credential));
    },
  },
};
