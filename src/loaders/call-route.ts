import type { JsonRoute, ResponseOf } from '../contract/route.ts';
import { tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { tierRefusal } from '../upstream/accounts/tier-refusal.ts';
import type { RequestTo, ResponseReader } from '../upstream/call.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { TIER_OF_HIDDEN } from './sportsbook-tiers.ts';

/**
 * Calls a route for an operation. If upstream refuses the caller's tier, the error says which tier is required, by the
 * route or by a sportsbook that the request names, or else that the account lacks a feature. `read` replaces the reader
 * of the route's schema, as in `Upstream.call`.
 */
export async function callRoute<R extends JsonRoute, T extends object = ResponseOf<R> & object>(
  scope: RequestScope,
  route: R,
  request: RequestTo<R>,
  read?: ResponseReader<T>,
): Promise<NoInfer<T>> {
  try {
    return await scope.upstream.call(route, scope.caller, request, read);
  } catch (error) {
    if (!(error instanceof OddsgraphError) || error.code !== 'TIER_RESTRICTED') throw error;
    const currentTier = await scope.refreshedTier();
    const required = route.tier ?? 'free';
    // Only where the list of sportsbooks can't be read: otherwise fields refuse those above the tier themselves, by name.
    const isOfBook = tierAllows(currentTier, required) && sportsbooksIn(request).length > 0;
    throw tierRefusal(error, isOfBook ? TIER_OF_HIDDEN : required, currentTier);
  }
}

/** The sportsbooks that a request names in its query or its body. */
function sportsbooksIn({ query, body }: SportsbookFilters): readonly string[] {
  return [query?.sportsbook ?? body?.sportsbook ?? []].flat();
}

type SportsbookFilters = Partial<
  Record<'query' | 'body', { sportsbook?: string | readonly string[] | null | undefined }>
>;
