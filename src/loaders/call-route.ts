import type { JsonRoute, ResponseOf } from '../contract/route.ts';
import { highestTier, isTier, type Tier, tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { tierRefusal } from '../upstream/accounts/tier-refusal.ts';
import type { RequestTo, ResponseReader } from '../upstream/call.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { requiredTiers, TIER_OF_HIDDEN } from './sportsbook-tiers.ts';

/**
 * Calls a route for an operation. If upstream refuses the caller's tier, the error says which tier the route, or a
 * sportsbook that the request names, requires, or that the account lacks a feature. `read` replaces the reader of the
 * route's schema, as in `Upstream.call`.
 */
export function callRoute<R extends JsonRoute>(
  scope: RequestScope,
  route: R,
  request: RequestTo<R>,
): Promise<ResponseOf<R>>;
export function callRoute<R extends JsonRoute, T extends object>(
  scope: RequestScope,
  route: R,
  request: RequestTo<R>,
  read: ResponseReader<T>,
): Promise<T>;
export async function callRoute<R extends JsonRoute>(
  scope: RequestScope,
  route: R,
  request: RequestTo<R>,
  read?: ResponseReader<object>,
): Promise<unknown> {
  try {
    return await scope.upstream.call(route, scope.caller, request, read);
  } catch (error) {
    if (!(error instanceof OddsgraphError) || error.code !== 'TIER_RESTRICTED') throw error;
    const currentTier = await scope.refreshedTier();
    const required = await bookTier(scope, sportsbooksIn(request), currentTier);
    throw tierRefusal(error, required ?? route.tier ?? 'free', currentTier);
  }
}

/** The sportsbooks that a request names in its query or its body. */
function sportsbooksIn({ query, body }: { query?: object; body?: unknown }): readonly string[] {
  const { sportsbook } = { ...query, ...Object(body) };
  return [sportsbook ?? []].flat();
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
