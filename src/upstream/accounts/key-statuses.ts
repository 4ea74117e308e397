import type { Credential } from '../../access/credential.ts';
import { lruCache } from '../../caching/lru-cache.ts';
import { keyRefused, type UpstreamCause } from '../../errors/errors.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { RefusedError } from '../failure.ts';

const KEYS_MAX = 10_000;

/** How long a key that upstream does not know is refused without asking upstream again. */
const REFUSED_MS = 15_000;

/** Keys that upstream has not accepted yet share the quota of one account. */
const UNKNOWN_KEYS = 'unknown keys';

interface Refusal {
  /** On the monotonic clock. */
  readonly until: number;
  readonly cause: UpstreamCause;
}

/** Which keys upstream has accepted, and which it has just refused. Holds only hashes of keys. */
export class KeyStatuses {
  readonly #clock: Clock;
  readonly #accepted = lruCache<true>(KEYS_MAX);
  readonly #refused = lruCache<Refusal>(KEYS_MAX);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether upstream has accepted this key, and has not refused it since. Never use it to authorise anything. */
  isAccepted(credential: Pick<Credential, 'hash'> | null): boolean {
    return credential !== null && this.#accepted.has(credential.hash);
  }

  /** Forgets that a key was accepted, because it may have been revoked. */
  forget(hash: string): void {
    this.#accepted.delete(hash);
  }

  /** The account whose quotas a key uses: its own once upstream has accepted it. */
  accountOf({ hash }: Credential): string {
    return this.#accepted.has(hash) ? hash : UNKNOWN_KEYS;
  }

  /** Upstream has accepted the key, or has just created it. */
  accept({ hash }: Credential): void {
    this.#accepted.set(hash, true);
    this.#refused.delete(hash);
  }

  /**
   * Records a refusal. Only a 401 in the contract's error format counts, not a proxy's. For a key that
   * was accepted before, only the second 401 counts, because one route may refuse a valid key by mistake.
   */
  recordRefusal({ hash }: Credential, { status, isContractError, upstream }: RefusedError): void {
    if (status !== 401 || !isContractError) return;
    if (this.#accepted.delete(hash)) return;
    this.#refused.set(hash, { until: this.#clock.monotonic() + REFUSED_MS, cause: upstream });
  }

  /** Whether upstream has refused this key, and has not accepted it since. */
  isRefused({ hash }: Pick<Credential, 'hash'>): boolean {
    return this.#refused.has(hash);
  }

  /** Throws `UNAUTHENTICATED` if upstream has refused the key in the last seconds. */
  assertNotRefused({ hash }: Credential): void {
    const refused = this.#refused.get(hash);
    if (refused === undefined || refused.until <= this.#clock.monotonic()) return;
    countRefusal('unknown_keys');
    throw keyRefused(refused.cause);
  }
}
