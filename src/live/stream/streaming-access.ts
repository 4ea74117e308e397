import { LRUCache } from 'lru-cache';
import type { Credential } from '../../access/credential.ts';
import type { TierLookup } from '../../access/tier-lookup.ts';
import { STREAM_TIER } from '../../contract/routes/stream.ts';
import type { OddsgraphError } from '../../errors/errors.ts';
import { tierRefusal } from '../../upstream/accounts/tier-refusal.ts';

/** The maximum number of accounts to remember. */
const ACCOUNTS_MAX = 10_000;

/**
 * Remembers which accounts may stream: yes after upstream has accepted a stream, no after it has ended one
 * because the account has no streaming add-on. Each API key counts as an account of its own.
 */
export class StreamingAccess {
  readonly #tiers: Pick<TierLookup, 'refreshedTier'>;
  readonly #canStream = new LRUCache<string, boolean>({ max: ACCOUNTS_MAX });

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

  /**
   * Returns the error for subscribers when upstream has ended a stream with `error`. Upstream reports a
   * missing streaming add-on with the same code as a tier that is too low. The account's current tier shows
   * which one it is; if the tier cannot be looked up, the error is returned as it is. Remembers that the
   * account may not stream if the add-on is missing.
   */
  async explainEnd(credential: Credential, error: OddsgraphError): Promise<OddsgraphError> {
    const explained =
      error.code !== 'TIER_RESTRICTED'
        ? error
        : await this.#tiers.refreshedTier(credential).then(
            (tier) => tierRefusal(error, STREAM_TIER, tier),
            () => error,
          );
    if (explained.code === 'FEATURE_NOT_AVAILABLE') this.#canStream.set(credential.hash, false);
    return explained;
  }
}
