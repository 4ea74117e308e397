import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { lruCache } from '../caching/lru-cache.ts';
import type { ListedKey } from '../contract/routes/account-keys.ts';
import { isTier, lowestTier, TIERS, type Tier } from '../contract/tiers.ts';
import type { Span } from '../observability/tracing/tracing.ts';
import type { Clock } from '../scheduling/clock.ts';
import { listKeys } from '../upstream/accounts/key-management.ts';
import { maskMatcher } from '../upstream/accounts/key-mask.ts';
import { invalidResponse } from '../upstream/failure.ts';
import { Usage } from '../upstream/request-usage.ts';
import type { SharedText } from '../upstream/shared/look-up-result.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Credential } from './credential.ts';

/** How long a tier is used before it is looked up again. */
const FRESH_MS = 60_000;
/** After upstream has refused what a tier allows, the tier is looked up again if it is older than this. */
const CONTRADICTED_MS = 5_000;
const ACCOUNTS_MAX = 10_000;

/** The name under which replicas share the tier of a credential. */
const SHARED_NAME = 'tier';

/** What replicas share: the tier, and hashes of the key's masked forms, which recognise its revocation. */
const SharedTier = Compile(
  Type.Object({
    tier: Type.Enum([...TIERS]),
    masks: Type.Union([Type.Array(Type.String({ maxLength: 64 })), Type.Null()]),
  }),
);

interface KnownTier extends SharedText {
  readonly tier: Tier;
}

interface LookUp {
  readonly tier: Promise<Tier>;
  /** The tier once it is known; until then, and if this look-up fails, the one before. */
  lastKnown: Tier | null;
  /** On the monotonic clock. */
  expiresAt: number;
}

/**
 * Looks up the tier (subscription plan) of a credential in the account's list of API keys upstream, which
 * shows keys masked. The tier is cached for a minute or until the key is revoked, and the request does
 * not count towards an operation's maximum. If keys of several tiers match, the lowest is assumed; if none matches,
 * the lowest of all active ones, since it is one of them. A tier that `TIERS` does not list counts as `free`.
 */
export class TierLookup {
  readonly #upstream: Upstream;
  readonly #clock: Clock;
  /** By the name of the credential's cache namespace, which changes when its key is revoked. */
  readonly #lookUps = lruCache<LookUp>(ACCOUNTS_MAX);

  constructor(upstream: Upstream, clock: Clock) {
    this.#upstream = upstream;
    this.#clock = clock;
  }

  /**
   * The tier of a credential. Throws if upstream refuses the key or does not answer. `span` is the trace
   * span of the operation that asks.
   */
  tierOf(credential: Credential, span: Span | null = null): Promise<Tier> {
    const now = this.#clock.monotonic();
    const namespace = this.#upstream.namespaces.of(credential);
    const earlier = this.#lookUps.get(namespace);
    if (earlier !== undefined && earlier.expiresAt > now) return earlier.tier;
    const read = this.#upstream.shared.read(credential, SHARED_NAME, {
      freshForMs: FRESH_MS,
      decode: (shared) => this.#decode(credential, shared),
      load: () => this.#load(credential, now + FRESH_MS, span),
    });
    const lookUp: LookUp = {
      tier: read.then(({ tier }) => tier),
      lastKnown: earlier?.lastKnown ?? null,
      expiresAt: now + FRESH_MS,
    };
    this.#lookUps.set(namespace, lookUp);
    read.then(
      ({ tier, expiresAt }) => {
        lookUp.lastKnown = tier;
        lookUp.expiresAt = expiresAt;
      },
      () => {
        lookUp.expiresAt = 0; // Failures are not cached.
        if (lookUp.lastKnown === null) this.#lookUps.delete(namespace);
      },
    );
    return lookUp.tier;
  }

  /** The tier when it was last looked up, which may be out of date; null if it is not known. */
  lastKnown(credential: Credential): Tier | null {
    return this.#lookUps.peek(this.#upstream.namespaces.of(credential))?.lastKnown ?? null;
  }

  /** For use after upstream has refused what the known tier allows: looks it up again unless that just happened. */
  refreshedTier(credential: Credential, span: Span | null = null): Promise<Tier> {
    const lookUp = this.#lookUps.get(this.#upstream.namespaces.of(credential));
    const askedAt = (lookUp?.expiresAt ?? 0) - FRESH_MS;
    if (askedAt + CONTRADICTED_MS <= this.#clock.monotonic()) {
      if (lookUp !== undefined) lookUp.expiresAt = 0;
      this.#upstream.shared.forget(credential, SHARED_NAME);
    }
    return this.tierOf(credential, span);
  }

  /** The tier, or the lowest one if the look-up fails. */
  tierOrLowest(credential: Credential, span: Span | null = null): Promise<Tier> {
    return this.tierOf(credential, span).catch(() => 'free');
  }

  async #load(credential: Credential, expiresAt: number, span: Span | null): Promise<KnownTier> {
    const keys = await listKeys(this.#upstream, { credential, usage: new Usage(), span });
    const tier = tierOfKey(credential.reveal(), keys);
    const masks = this.#upstream.namespaces.masksOf(credential);
    return { tier, text: JSON.stringify({ tier, masks }), expiresAt };
  }

  #decode(credential: Credential, { text, expiresAt }: SharedText): KnownTier {
    const { tier, masks } = SharedTier.Parse(JSON.parse(text));
    if (masks !== null) this.#upstream.namespaces.adoptMasks(credential, masks);
    return { tier, text, expiresAt };
  }
}

/**
 * The lowest tier of the active keys whose masked form matches, or of all if none does; `free` if none is active. Throws
 * `UPSTREAM_INVALID_RESPONSE` if one of these has none.
 */
export function tierOfKey(secret: string, keys: readonly ListedKey[]): Tier {
  const active = keys.filter((key) => key.is_active);
  const matching = active.filter((key) => maskMatcher(key.id_masked)(secret));
  const tiers = (matching.length > 0 ? matching : active).map(({ tier = null }): Tier => {
    if (tier === null) throw invalidResponse('has an API key without a tier');
    return isTier(tier) ? tier : 'free';
  });
  return lowestTier(tiers) ?? 'free';
}
