/** A text that replicas may share. */
export interface SharedText {
  readonly text: string;
  /** On the monotonic clock of this process. */
  readonly expiresAt: number;
}

/** What upstream has reported to any replica about an account. */
export interface ReportedAccount {
  /** An `AccountStatus` as JSON; empty if there is none. */
  readonly status: string;
  /** How much longer upstream asked the account to wait, in milliseconds; 0 or less if it did not. */
  readonly waitMs: number;
}

/** The result of looking up, in Redis, a value that another replica may have read from upstream. */
export type LookUpResult = Found & {
  /** Whether this look-up waited for another replica. */
  readonly hasWaited: boolean;
  /** Null if Redis did not answer. */
  readonly account: ReportedAccount | null;
  /**
   * Shares what was loaded; null if loading failed. Whoever does not use the value has to load it and then call this,
   * whatever was found: other replicas may be waiting.
   */
  finish(loaded: SharedText | null): void;
};

/**
 * - `value`: it was found.
 * - `held`: another replica is still loading it.
 * - `claimed`: no replica has it, so this process has to load it for all of them.
 * - `invalid`: as `claimed`, but something was stored that could not be read.
 * - `unshared`: it must not be shared because the API key was revoked, or it is too long.
 * - `late`, `unavailable`: Redis did not answer in time, or failed.
 */
type Found =
  | { readonly kind: 'value'; readonly value: SharedText }
  | { readonly kind: 'held' | 'claimed' | 'invalid' | 'unshared' | 'late' | 'unavailable' };
