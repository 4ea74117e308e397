import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { HEADERS } from '../../contract/wire.ts';
import type { Credential } from '../../credential.ts';
import { OddsgraphError } from '../../errors.ts';
import { type HeaderReader, type RefusedError, wholeNumber } from '../failure.ts';
import type { AccountStatus, RateLimit } from '../request-usage.ts';

const ACCOUNTS_MAX = 10_000;

/** The end of the calendar, in Unix seconds: what is later is no date. */
const LATEST_DATE_SECONDS = 8.64e12;

const UNKNOWN_STATUS: AccountStatus = { rateLimit: null, dataDelaySeconds: null };

/** What upstream's answers tell of accounts beside their data, and whom it asked to wait. */
export class AccountStatuses {
  readonly #clock: Clock;
  readonly #accountStatus = new LRUCache<string, AccountStatus>({ max: ACCOUNTS_MAX });
  /** Until when on the monotonic clock. */
  readonly #waitUntil = new LRUCache<string, number>({ max: ACCOUNTS_MAX });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What the last answers told of an account; nulls where there was none. */
  of(credential: Credential): AccountStatus {
    return this.#accountStatus.get(credential.hash) ?? UNKNOWN_STATUS;
  }

  /** Takes note of an answer's headers. */
  note(credential: Credential, header: HeaderReader): AccountStatus {
    const known = this.of(credential);
    const accountStatus: AccountStatus = {
      rateLimit: rateLimit(header) ?? known.rateLimit,
      dataDelaySeconds: count(header(HEADERS.dataDelay)) ?? known.dataDelaySeconds,
    };
    this.#accountStatus.set(credential.hash, accountStatus);
    return accountStatus;
  }

  /** Takes note of a refusal that asks to wait for a new budget. */
  noteRefusal(credential: Credential, error: RefusedError): void {
    if (error.code !== 'RATE_LIMITED' || error.retryAfterMs === null) return;
    this.#waitUntil.set(credential.hash, this.#clock.monotonic() + error.retryAfterMs);
  }

  /** Throws `RATE_LIMITED` before the time that upstream named: a budget that is used up is not asked again. */
  refuseWhileAskedToWait(credential: Credential): void {
    const ms =
      (this.#waitUntil.get(credential.hash) ?? Number.NEGATIVE_INFINITY) - this.#clock.monotonic();
    if (ms <= 0) return;
    throw new OddsgraphError('RATE_LIMITED', 'The request budget of this account is used up.', {
      retryAfterSeconds: Math.ceil(ms / 1000),
    });
  }
}

/** A whole number that GraphQL has an `Int` for. */
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

/** A number that GraphQL's `Int` can tell. */
