import { tooComplex } from '../errors.ts';

/** The request budget that an answer of upstream reported. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the Unix epoch. */
  readonly resetAt: number;
}

/** What upstream's answers tell of the account behind a credential, beside their data. */
export interface AccountStatus {
  readonly rateLimit: RateLimit | null;
  /** Seconds by which this account's data is late; null until an answer told it. */
  readonly dataDelaySeconds: number | null;
}

/** What one operation cost upstream, and how long its answer may be used again. */
export class Usage {
  readonly #callsMax: number;
  #calls = 0;
  /** Answers that it shared: from the cache, or from an equal request already under way. */
  cached = 0;
  /** Until when on the monotonic clock all that was read is fresh. */
  freshUntil = Number.POSITIVE_INFINITY;
  /** As the last answer told. */
  accountStatus: AccountStatus = { rateLimit: null, dataDelaySeconds: null };

  /** `callsMax` is how many requests may be sent on this operation's account. */
  constructor(callsMax = Number.POSITIVE_INFINITY) {
    this.#callsMax = callsMax;
  }

  /** Requests that were sent on this operation's account. */
  get calls(): number {
    return this.#calls;
  }

  /** Notes that a request is about to be sent. Throws `QUERY_TOO_COMPLEX` where it is one too many. */
  spend(): void {
    if (this.#calls >= this.#callsMax) {
      throw tooComplex('upstreamRequests', this.#callsMax, this.#calls + 1);
    }
    this.#calls += 1;
  }

  /** Notes that something was read which is fresh until `expiresAt`. */
  use(expiresAt: number, accountStatus: AccountStatus): void {
    this.freshUntil = Math.min(this.freshUntil, expiresAt);
    this.accountStatus = accountStatus;
  }
}
