import type { LRUCache } from 'lru-cache';
import { lruCache } from '../caching/lru-cache.ts';
import { ROUTES } from '../contract/routes.ts';
import { slugOf } from '../contract/slugs.ts';
import { highestTier, isTier, type Tier, tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { textOrNull } from '../models/wire-values.ts';
import type { Clock } from '../scheduling/clock.ts';
import type { RequestScope } from '../upstream/request-scope.ts';

/** The tier from which on all sportsbooks are seen. The contract hides some from lower tiers. */
export const TIER_OF_HIDDEN = 'sharp';

/** Sportsbooks above a caller's tier, and the tier that sees them all. */
interface SportsbooksAbove {
  readonly ids: readonly string[];
  readonly required: Tier;
}

/** Those of the sportsbooks that are above a tier; null if none is. One of which `requiredBy` knows nothing is not. */
export function aboveTier(
  tier: Tier,
  ids: readonly string[],
  requiredBy: (id: string) => Tier | null | undefined,
): SportsbooksAbove | null {
  const above = ids.filter((id) => !tierAllows(tier, requiredBy(id) ?? 'free'));
  const required = highestTier(above.map((id) => requiredBy(id) ?? 'free'));
  return required && { ids: above, required };
}

/** The error if an argument names sportsbooks above the caller's tier. */
export function sportsbookRefusal(
  { ids, required }: SportsbooksAbove,
  current: Tier,
  argument: string,
): OddsgraphError {
  const names = ids.map((id) => `"${id}"`).join(', ');
  return new OddsgraphError(
    'TIER_RESTRICTED',
    `Argument "${argument}" names ${names}, which the ${current} tier does not include. It takes the ${required} tier.`,
    {
      argument,
      sportsbooks: ids,
      requiredTier: required.toUpperCase(),
      currentTier: current.toUpperCase(),
    },
  );
}

/** By id in lower case: the lowest tier that sees a sportsbook; null if all do, or if there is none of this id. */
type RequiredTiers = Map<string, Tier | null>;

/** Access to upstream, and what its key has lately been told of sportsbooks. */
export interface SportsbookScope extends RequestScope {
  readonly knownSportsbooks: () => RequiredTiers;
}

const KEYS_MAX = 1_000;
const SPORTSBOOKS_MAX = 1_000;

/** For how long what was found out about sportsbooks is relied on. */
const KNOWN_MS = 5 * 60_000;

/** Which tiers see sportsbooks, as far as each API key has lately been told. */
export class KnownSportsbooks {
  readonly #keys: LRUCache<string, RequiredTiers>;

  constructor(clock: Clock) {
    this.#keys = lruCache(KEYS_MAX, { ms: KNOWN_MS, clock });
  }

  /** What a key has been told, by its namespace in `CacheNamespaces`. */
  of(namespace: string): RequiredTiers {
    const known = this.#keys.get(namespace);
    if (known !== undefined && known.size < SPORTSBOOKS_MAX) return known;
    const tiers: RequiredTiers = new Map();
    this.#keys.set(namespace, tiers);
    return tiers;
  }
}

/**
 * Which of the sportsbooks are above a tier; null if none is. What is not remembered is looked up in the list of
 * sportsbooks. One that this list lacks may be hidden from the tier, or may not exist: upstream is asked for one of its
 * prices, which it refuses if the sportsbook is hidden. This request is saved if another sportsbook is above the tier
 * anyway; then the result leaves out the hidden one, and its tier may be too low for that.
 */
export async function sportsbooksAbove(
  scope: SportsbookScope,
  tier: Tier,
  ids: readonly string[],
): Promise<SportsbooksAbove | null> {
  const tiers = scope.knownSportsbooks();
  const above = () => aboveTier(tier, ids, (id) => tiers.get(id));
  if (ids.some((id) => !tiers.has(id))) {
    for (const [id, required] of await requiredTiers(scope)) tiers.set(id, required);
  }
  if (above() === null) {
    const unlisted = ids.filter((id) => !tiers.has(id));
    const refused = await refusedAmong(scope, unlisted);
    for (const id of unlisted) tiers.set(id, refused.includes(id) ? TIER_OF_HIDDEN : null);
  }
  return above();
}

/** Which of the sportsbooks upstream refuses: all are asked for at once, then halves of those that are refused. */
async function refusedAmong(scope: RequestScope, ids: string[]): Promise<string[]> {
  if (ids.length === 0 || !(await areRefused(scope, ids))) return [];
  if (ids.length === 1) return ids;
  const [one, other] = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)];
  return [...(await refusedAmong(scope, one)), ...(await refusedAmong(scope, other))];
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

/**
 * The tier that each listed sportsbook requires, by its id in lower case; null if every tier sees it. One that requires a
 * tier that is not known is left out, as if it were not listed.
 */
export async function requiredTiers({
  upstream,
  caller,
}: Pick<RequestScope, 'upstream' | 'caller'>): Promise<ReadonlyMap<string, Tier | null>> {
  const { data } = await upstream.call(ROUTES.sportsbooks, caller, {});
  const tiers = new Map<string, Tier | null>();
  for (const { id, requires_tier } of data) {
    const tier = textOrNull(requires_tier);
    if (tier === null || isTier(tier)) tiers.set(slugOf(id), tier);
  }
  return tiers;
}
