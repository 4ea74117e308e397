import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Credential } from '../../credential.ts';
import { type UpstreamCause, unauthenticated } from '../../errors.ts';
import { countRefusal } from '../../metrics.ts';
import type { RefusedError } from '../failure.ts';

const KEYS_MAX = 10_000;

/** How long a key that upstream does not know is refused without asking again. */
const REFUSED_MS = 15_000;

/** All keys that upstream has not accepted so far share what one account may have. */
const NOT_ACCEPTED = 'not accepted';

/** Which keys upstream has accepted, and which it has refused of late. Of a key only its hash is kept. */
export class KeyStanding {
  readonly #clock: Clock;
  readonly #accepted = new LRUCache<string, true>({ max: KEYS_MAX });
  readonly #refused = new LRUCache<
    string,
    { readonly until: number; readonly cause: UpstreamCause }
  >({
    max: KEYS_MAX,
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether upstream accepted this key when it was last asked. It decides on no right. */
  isAccepted(credential: Credential | null): boolean {
    return credential !== null && this.#accepted.has(credential.hash);
  }

  /** Forgets what upstream has said of a key that may have been revoked. */
  forget(hash: string): void {
    this.#accepted.delete(hash);
  }

  /** On whose account a key's requests are: its own, once upstream has accepted it. */
  accountOf({ hash }: Credential): string {
    return this.#accepted.has(hash) ? hash : NOT_ACCEPTED;
  }

  /** Upstream has accepted the key, or has just made it. */
  accept({ hash }: Credential): void {
    this.#accepted.set(hash, true);
    this.#refused.delete(hash);
  }

  /**
   * Takes note of a refusal. Only upstream's own word on the key counts, and of a key that it has
   * accepted only the second: one route may be mistaken.
   */
  noteRefusal({ hash }: Credential, { status, isOfContract, upstream }: RefusedError): void {
    if (status !== 401 || !isOfContract) return;
    if (this.#accepted.delete(hash)) return;
    this.#refused.set(hash, { until: this.#clock.monotonic() + REFUSED_MS, cause: upstream });
  }

  /** Throws `UNAUTHENTICATED` where upstream has refused the key a moment ago. */
  demandNotRefused({ hash }: Credential): void {
    const refused = this.#refused.get(hash);
    if (refused === undefined || refused.until <= this.#clock.monotonic()) return;
    countRefusal('unknown_keys');
    throw unauthenticated(refused.cause);
  }
}
