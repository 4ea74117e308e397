import { LRUCache } from 'lru-cache';
import type { TierLookup } from '../../access/tier-lookup.ts';
import { STREAM_TIER } from '../../contract/routes/stream.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import { tierRefusal } from '../../upstream/accounts/tier-refusal.ts';

/** Accounts that are remembered. */
const ACCOUNTS_MAX = 10_000;

/** Remembers which accounts may stream: upstream shows it by accepting or ending their streams. */
export class StreamingAccess {
  readonly #tiers: Pick<TierLookup, 'tierNow'>;
  readonly #canStream = new LRUCache<string, boolean>({ max: ACCOUNTS_MAX });

  constructor(tiers: Pick<TierLookup, 'tierNow'>) {
    this.#tiers = tiers;
  }

  /** Whether a stream has shown that the account may have one; null if none has. */
  canStream({ hash }: Credential): boolean | null {
    return this.#canStream.get(hash) ?? null;
  }

  /** Upstream has accepted a stream of the account. */
  recordConnection({ hash }: Credential): void {
    this.#canStream.set(hash, true);
  }

  /**
   * The error for subscribers when upstream ends a stream. Upstream reports a missing streaming
   * add-on as a restriction of the tier; the account's current tier shows which of the two it is.
   */
  async explainEnd(credential: Credential, error: OddsgraphError): Promise<OddsgraphError> {
    const explained =
      error.code !== 'TIER_RESTRICTED'
        ? error
        : await this.#tiers.tierNow(credential).then(
            (tier) => tierRefusal(error, STREAM_TIER, tier),
            () => error,
          );
    if (explained.code === 'FEATURE_NOT_AVAILABLE') this.#canStream.set(credential.hash, false);
    return explained;
  }
}
