import type { Resolvers } from '../../generated/resolver-types.ts';
import type { DeepLinkModel } from '../../models/deep-link.ts';
import type { OperationContext } from '../context.ts';

export const deepLinkResolvers: Resolvers = {
  Query: {
    deepLinks: (_root, { ids, state }, context) =>
      Promise.all(ids.map((id) => deepLink(id, state, context))),
  },
};

/** The link that opens the bet with this id at its sportsbook. Links for the same US state share requests. */
export async function deepLink(
  id: string,
  state: string,
  { loaders, scope }: OperationContext,
): Promise<DeepLinkModel> {
  const path = await loaders.deepLinks(state.toLowerCase()).load(id);
  return { oddsId: id, path, url: path === null ? null : scope.upstream.client.addressOf(path) };
}
