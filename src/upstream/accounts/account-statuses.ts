import type { Credential } from '../../access/credential.ts';
import { lruCache } from '../../caching/lru-cache.ts';
import { HEADERS } from '../../contract/wire.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { RefusedError } from '../failure.ts';
import { type HeaderReader, WAIT_MAX_MS, wholeNumber } from '../retry-after.ts';

/** The rate limit that upstream reported in a response: how many requests it allows, and how many are left. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the Unix epoch. */
  readonly resetAt: number;
}

/** What upstream reports about an account in response headers. */
export interface AccountStatus {
  readonly rateLimit: RateLimit | null;
  /** By how many seconds this account's data is delayed; null until a response says it. */
  readonly dataDelaySeconds: number | null;
}

const ACCOUNTS_MAX = 10_000;

/** The last moment that a `Date` can hold, in Unix seconds. */
export const LATEST_DATE_SECONDS = 8.64e12;

const UNKNOWN_STATUS: AccountStatus = { rateLimit: null, dataDelaySeconds: null };

/** What upstream reports about accounts in response headers, and which it asked to wait. */
export class AccountStatuses {
  readonly #clock: Clock;
  readonly #statuses = lruCache<AccountStatus>(ACCOUNTS_MAX);
  /** When an account may send requests again, on the monotonic clock. */
  readonly #waitUntil = lruCache<number>(ACCOUNTS_MAX);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What the last responses reported about an account; nulls before the first. */
  of(credential: Credential): AccountStatus {
    return this.#statuses.get(credential.hash) ?? UNKNOWN_STATUS;
  }

  /** The request budgets that are known, by the hash of their credential. */
  *budgets(): Generator<readonly [hash: string, RateLimit]> {
    for (const [hash, { rateLimit }] of this.#statuses.entries()) {
      if (rateLimit !== null) yield [hash, rateLimit];
    }
  }

  /** Records the headers of a response. A missing or invalid header leaves the known value. */
  record(credential: Credential, header: HeaderReader): AccountStatus {
    const known = this.of(credential);
    const status = {
      rateLimit: rateLimit(header) ?? known.rateLimit,
      dataDelaySeconds: count(header(HEADERS.dataDelay)) ?? known.dataDelaySeconds,
    };
    this.#statuses.set(credential.hash, status);
    return status;
  }

  /** Records what upstream has reported to another replica, unless this one knows something newer. */
  adopt(credential: Credential, reported: AccountStatus): void {
    const known = this.of(credential);
    const { rateLimit, dataDelaySeconds } = reported;
    this.#statuses.set(credential.hash, {
      rateLimit: isNewer(rateLimit, known.rateLimit) ? rateLimit : known.rateLimit,
      dataDelaySeconds: dataDelaySeconds ?? known.dataDelaySeconds,
    });
  }

  /** Records for how long upstream has asked the account to wait in a response to another replica. */
  adoptWait({ hash }: Credential, ms: number): void {
    const until = this.#clock.monotonic() + Math.min(ms, WAIT_MAX_MS);
    if (ms > 0 && until > (this.#waitUntil.get(hash) ?? 0)) this.#waitUntil.set(hash, until);
  }

  /** Records until when a 429 asks the account to wait. */
  recordRefusal(credential: Credential, error: RefusedError): void {
    if (error.code !== 'RATE_LIMITED' || error.retryAfterMs === null) return;
    this.#waitUntil.set(credential.hash, this.#clock.monotonic() + error.retryAfterMs);
  }

  /** Throws `RATE_LIMITED` until the time that upstream named. */
  assertNotRateLimited(credential: Credential): void {
    const until = this.#waitUntil.get(credential.hash);
    const ms = until === undefined ? 0 : until - this.#clock.monotonic();
    if (ms <= 0) return;
    throw new OddsgraphError('RATE_LIMITED', 'The request budget of this account is used up.', {
      retryAfterSeconds: Math.ceil(ms / 1000),
    });
  }
}

/** Within a window the budget only shrinks, and a later window ends later. */
function isNewer(reported: RateLimit | null, known: RateLimit | null): boolean {
  if (reported === null || known === null) return known === null;
  if (reported.resetAt !== known.resetAt) return reported.resetAt > known.resetAt;
  return reported.remaining < known.remaining;
}

/** A whole number that fits GraphQL's `Int`. */
function count(text: string | null): number | null {
  const number = wholeNumber(text);
  return number !== null && number < 2 ** 31 ? number : null;
}

function rateLimit(header: HeaderReader): RateLimit | null {
  const limit = count(header(HEADERS.rateLimit));
  const remaining = count(header(HEADERS.rateRemaining));
  const reset = wholeNumber(header(HEADERS.rateReset));
  return limit === null || remaining === null || reset === null || reset > LATEST_DATE_SECONDS
    ? null
    : { limit, remaining, resetAt: reset * 1000 };
}
