import type { Tier } from '../contract/tiers.ts';
import type { Clock } from '../scheduling/clock.ts';

/** The default limits of each tier, in requests per minute and key. */
export const RATE_LIMITS: Readonly<Record<Tier, number>> = {
  free: 300,
  hobby: 600,
  pro: 1200,
  sharp: 3000,
  enterprise: 12_000,
};

const WINDOW_MS = 60_000;

/** A key's usage of the current minute, including the request that was just counted. */
export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the next minute begins. */
  readonly resetAt: number;
  readonly retryAfterSeconds: number;
}

/** Counts the requests of each API key in fixed windows: the minutes of the clock. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #limits: Readonly<Record<Tier, number>>;
  /** Requests in the current window, by key id. */
  readonly #used = new Map<string, number>();
  /** The number of the current window since the Unix epoch. */
  #window = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, limits: Partial<Record<Tier, number>> = {}) {
    this.#clock = clock;
    this.#limits = { ...RATE_LIMITS, ...limits };
  }

  /** Counts one request. Rejected requests count too. */
  take(keyId: string, tier: Tier): RateState {
    const now = this.#clock.now();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#used.clear();
    }
    const used = (this.#used.get(keyId) ?? 0) + 1;
    this.#used.set(keyId, used);
    const limit = this.#limits[tier];
    const resetMs = (window + 1) * WINDOW_MS;
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      resetAt: resetMs / 1000,
      retryAfterSeconds: Math.ceil((resetMs - now) / 1000),
    };
  }
}
