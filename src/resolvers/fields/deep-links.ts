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
 * The link that opens one of the bets of an opportunity, at this sportsbook: the redirect of an opportunity leads to
 * any of its sportsbooks unless it names one, and has the state only if the first of them needs it. Null: at a sportsbook
 * that is known to have no link.
 */
export async function opportunityLink(
  id: string,
  sportsbookId: string | null,
  state: string,
  context: OperationContext,
): Promise<DeepLink> {
  if (sportsbookId === null) return linkTo(id, null, context);
  const link = await deepLink(id, state, context);
  if (link.path === null) return link;
  const [path = '', query] = link.path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('book', sportsbookId);
  parameters.set('state', state.toLowerCase());
  return linkTo(id, `${path}?${parameters}`, context);
}

/** The link that opens the bet with this id at its sportsbook. Links for the same US state share requests. */
export async function deepLink(
  id: string,
  state: string,
  context: OperationContext,
): Promise<DeepLink> {
  const path = await context.loaders.of(deepLinkLoader, state.toLowerCase()).load(id);
  return linkTo(id, path, context);
}

function linkTo(id: string, path: string | null, { scope }: OperationContext): DeepLink {
  return { oddsId: id, path, url: path === null ? null : scope.upstream.addressOf(path) };
}
