import { ROUTES } from '../contract/routes.ts';
import { slugOf } from '../contract/slugs.ts';
import { highestTier, isTier, type Tier, tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import type { RequestScope } from '../upstream/request-scope.ts';

/** The tier from which on all sportsbooks are seen. The contract hides those that require it from lower tiers. */
export const TIER_OF_HIDDEN = 'sharp';

/** Sportsbooks above a caller's tier, and the tier that sees them all. */
export interface SportsbooksAbove {
  readonly ids: readonly string[];
  readonly required: Tier;
}

/**
 * Which of the sportsbooks are above a tier; null if none is. The list of sportsbooks tells. One that it lacks may be
 * hidden from this tier or unknown, and only upstream knows which: it is asked for one price of them.
 */
export async function sportsbooksAbove(
  scope: RequestScope,
  tier: Tier,
  ids: readonly string[],
): Promise<SportsbooksAbove | null> {
  if (ids.length === 0) return null;
  const tiers = await requiredTiers(scope);
  const isAbove = (required: Tier | null | undefined) =>
    isTier(required) && !tierAllows(tier, required);
  const above = ids.filter((id) => isAbove(tiers.get(id)));
  const required = highestTier(above.map((id) => tiers.get(id)).filter(isTier));
  if (required !== null) return { ids: above, required };
  const unlisted = ids.filter((id) => !tiers.has(id));
  const isHidden = unlisted.length > 0 && (await areRefused(scope, unlisted));
  return isHidden ? { ids: unlisted, required: TIER_OF_HIDDEN } : null;
}

async function areRefused(
  { upstream, caller }: RequestScope,
  sportsbook: string[],
): Promise<boolean> {
  try {
    await upstream.call(ROUTES.odds, caller, { query: { sportsbook, limit: 1 } });
    return false;
  } catch (error) {
    if (error instanceof OddsgraphError && error.code === 'TIER_RESTRICTED') return true;
    throw error;
  }
}

/** The tier that each listed sportsbook requires, by its id in lower case; null if every tier sees it. */
export async function requiredTiers({
  upstream,
  caller,
}: Pick<RequestScope, 'upstream' | 'caller'>): Promise<ReadonlyMap<string, Tier | null>> {
  const { data } = await upstream.call(ROUTES.sportsbooks, caller, {});
  return new Map(
    data.map(({ id, requires_tier: tier }) => [slugOf(id), isTier(tier) ? tier : null] as const),
  );
}
