import { DEEP_LINK_BATCH_MAX } from '../contract/limits.ts';
import { badUserInput } from '../errors.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { DeepLinkModel } from '../models/deep-link.ts';
import type { OperationContext } from './context.ts';
import { checkText } from './lists/arguments.ts';

export const deepLinkResolvers: Resolvers = {
  Query: {
    deepLinks: (_root, { ids, state }, context) => {
      checkIds(ids);
      return Promise.all(ids.map((id) => deepLink(id, state, context)));
    },
  },
};

/** The link of one id. Links to the same state share their requests. */
export async function deepLink(
  id: string,
  state: string,
  { loaders, scope }: OperationContext,
): Promise<DeepLinkModel> {
  if (!/^[A-Za-z]{2}$/.test(state)) {
    throw badUserInput('state', 'must be a US state of two letters, such as pa');
  }
  const path = await loaders.deepLinks(state.toLowerCase()).load(id);
  return { oddsId: id, path, url: path === null ? null : scope.upstream.client.addressOf(path) };
}

function checkIds(ids: readonly string[]): void {
  if (ids.length > DEEP_LINK_BATCH_MAX) {
    throw badUserInput('ids', `holds more than ${DEEP_LINK_BATCH_MAX} ids: ${ids.length}`);
  }
  for (const [index, id] of ids.entries()) checkText(`ids.${index}`, id);
}
