import type { DeepLink } from '../../generated/schema-types.ts';
import { deepLinkLoader } from '../../loaders/deep-links.ts';
import type { OperationContext } from '../context.ts';
import type { Resolvers } from '../resolvers.ts';

export const deepLinkResolvers: Resolvers = {
  Query: {
    deepLinks: (_root, { ids, state }, context) =>
      Promise.all(ids.map((id) => deepLink(id, state, context))),
  },
};

/**
 * Resolves the link that opens a bet of an opportunity. It names the sportsbook: by itself, the redirect of an
 * opportunity leads to any of its sportsbooks. `sportsbookId` is null where upstream has no link for the bet.
 */
export function betLink(
  { opportunityId, sportsbookId }: { opportunityId: string; sportsbookId: string | null },
  { state }: { state: string },
  context: OperationContext,
): DeepLink | Promise<DeepLink> {
  if (sportsbookId === null) return linkTo(opportunityId, null, context);
  return deepLink(opportunityId, state, context, sportsbookId);
}

/**
 * The link that opens the bet with this id at its sportsbook. Links for the same US state share requests; the state is
 * part of each, since upstream need not put it into the path.
 */
export async function deepLink(
  id: string,
  state: string,
  context: OperationContext,
  sportsbookId: string | null = null,
): Promise<DeepLink> {
  const path = await context.loaders.of(deepLinkLoader, state.toLowerCase()).load(id);
  if (path === null) return linkTo(id, null, context);
  const [redirect = '', query] = path.split('?');
  const parameters = new URLSearchParams(query);
  if (sportsbookId !== null) parameters.set('book', sportsbookId);
  parameters.set('state', state.toLowerCase());
  return linkTo(id, `${redirect}?${parameters}`, context);
}

function linkTo(id: string, path: string | null, { scope }: OperationContext): DeepLink {
  return { oddsId: id, path, url: path === null ? null : scope.upstream.addressOf(path) };
}
