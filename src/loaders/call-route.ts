import type { JsonRoute, ResponseOf } from '../contract/route.ts';
import { highestTier, isTier, type Tier, tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { tierRefusal } from '../upstream/accounts/tier-refusal.ts';
import type { RequestTo } from '../upstream/call.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { requiredTiers, TIER_OF_HIDDEN } from './sportsbook-tiers.ts';

/**
 * Runs `work`: requests that name these sportsbooks, to a route that requires at least `routeTier`. If upstream
 * refuses because of the tier, the error names the required tier, or says that the account lacks a feature.
 */
export async function withRequiredTier<T>(
  scope: RequestScope,
  sportsbookIds: readonly string[],
  work: () => Promise<T>,
  routeTier: Tier = 'free',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OddsgraphError) || error.code !== 'TIER_RESTRICTED') throw error;
    const currentTier = await scope.refreshedTier();
    const required = await bookTier(scope, sportsbookIds, currentTier);
    throw tierRefusal(error, required ?? routeTier, currentTier);
  }
}

/**
 * Calls a route for an operation. If upstream refuses the caller's tier, the error says which tier the
 * route, or a sportsbook named in its query, requires.
 */
export function callRoute<R extends JsonRoute>(
  scope: RequestScope,
  route: R,
  request: RequestTo<R>,
): Promise<ResponseOf<R>> {
  const { sportsbook }: { sportsbook?: readonly string[] | null } = request.query ?? {};
  return withRequiredTier(
    scope,
    sportsbook ?? [],
    () => scope.upstream.call(route, scope.caller, request),
    route.tier ?? 'free',
  );
}

/** The tier that the sportsbooks above the caller's tier require; null if none is above it. */
async function bookTier(
  scope: RequestScope,
  sportsbookIds: readonly string[],
  currentTier: Tier,
): Promise<Tier | null> {
  if (sportsbookIds.length === 0) return null;
  const required = await requiredTiers(scope).catch(() => new Map<string, Tier | null>());
  const listed = highestTier(sportsbookIds.map((id) => required.get(id)).filter(isTier));
  if (listed !== null && !tierAllows(currentTier, listed)) return listed;
  return sportsbookIds.every((id) => required.has(id)) ? null : TIER_OF_HIDDEN;
}
