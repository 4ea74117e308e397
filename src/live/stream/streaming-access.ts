import type { Credential } from '../../access/credential.ts';
import type { TierLookup } from '../../access/tier-lookup.ts';
import { lruCache } from '../../caching/lru-cache.ts';
import { STREAM_TIER } from '../../contract/routes/stream.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { tierRefusal } from '../../upstream/accounts/tier-refusal.ts';

/** The maximum number of accounts to remember. */
const ACCOUNTS_MAX = 10_000;

/**
 * Remembers which accounts may stream: yes after upstream has accepted a stream, no after it has ended one
 * because the account has no streaming add-on. Each API key counts as an account of its own.
 */
export class StreamingAccess {
  readonly #tiers: Pick<TierLookup, 'refreshedTier'>;
  readonly #canStream = lruCache<boolean>(ACCOUNTS_MAX);

  constructor(tiers: Pick<TierLookup, 'refreshedTier'>) {
    this.#tiers = tiers;
  }

  /** Whether the account may stream; null if that is not known. */
  canStream({ hash }: Credential): boolean | null {
    return this.#canStream.get(hash) ?? null;
  }

  /** Remembers that upstream has accepted a stream of the account. */
  recordAcceptedStream({ hash }: Credential): void {
    this.#canStream.set(hash, true);
  }

  /** Remembers that the account may not stream if that is why its stream has ended, on this replica or another. */
  recordEnd({ hash }: Credential, error: Error | null): void {
    if (!(error instanceof OddsgraphError) || error.code !== 'FEATURE_NOT_AVAILABLE') return;
    this.#canStream.set(hash, false);
  }

  /**
   * Returns the error for subscribers when upstream has ended a stream with `error`. Upstream reports a
   * missing streaming add-on with the same code as a tier that is too low. The account's current tier shows
   * which one it is; if the tier cannot be looked up, the error is returned as it is.
   */
  async explainEnd(credential: Credential, error: OddsgraphError): Promise<OddsgraphError> {
    if (error.code !== 'TIER_RESTRICTED') return error;
    return this.#tiers.refreshedTier(credential).then(
      (tier) => tierRefusal(error, STREAM_TIER, tier),
      () => error,
    );
  }
}
