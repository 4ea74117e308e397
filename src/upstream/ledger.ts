/** The request budget that an answer of upstream reported. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the Unix epoch. */
  readonly resetAt: number;
}

/** What upstream's answers tell of the account behind a credential, beside their data. */
export interface AccountFacts {
  readonly rateLimit: RateLimit | null;
  /** Seconds by which this account's data is late; null until an answer told it. */
  readonly dataDelaySeconds: number | null;
}

/** What one operation cost upstream, and how long its answer may be used again. */
export class Ledger {
  /** Requests that were sent on this operation's account. */
  calls = 0;
  /** Answers that it shared: from the cache, or from an equal request already under way. */
  cached = 0;
  /** Milliseconds since the Unix epoch until which all that was read is fresh. */
  freshUntil = Number.POSITIVE_INFINITY;
  /** As the last answer told. */
  facts: AccountFacts = { rateLimit: null, dataDelaySeconds: null };

  /** Notes that something was read which is fresh until `expiresAt`. */
  use(expiresAt: number, facts: AccountFacts): void {
    this.freshUntil = Math.min(this.freshUntil, expiresAt);
    this.facts = facts;
  }
}
