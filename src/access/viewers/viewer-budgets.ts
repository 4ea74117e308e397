import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { OddsgraphError, tooComplex } from '../../errors/errors.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { RateLimit } from '../../upstream/request-usage.ts';
import type { Viewer } from '../identity.ts';

/** A budget is for a window of this length. The first request after its end begins a new one. */
export const WINDOW_SECONDS = 60;

/** Viewers whose budgets this process remembers. */
const VIEWERS_MAX = 50_000;

/** Upstream requests that are set aside for an operation, to be settled when it's done. */
export interface Reservation {
  /** Gives back what was reserved and not sent. */
  settle(sent: number): void;
}

/** How many requests a viewer has used of its budget, as far as this process knows. */
interface Window {
  used: number;
  /** In milliseconds of `performance.now()`, which goes on evenly if the clock is set to another time. */
  readonly endsAt: number;
}

/**
 * How many upstream requests each viewer may cause in a minute, so that none uses up the others' share.
 */
export class ViewerBudgets {
  readonly #requestsPerMinute: number;
  readonly #limiter: RateLimiterAbstract;
  readonly #windows = new LRUCache<string, Window>({ max: VIEWERS_MAX });

  /** `limiter` counts for all replicas; by default only this process counts. */
  constructor(requestsPerMinute: number, limiter: RateLimiterAbstract | null = null) {
    this.#requestsPerMinute = requestsPerMinute;
    this.#limiter = limiter ?? memoryLimiter(requestsPerMinute);
  }

  /**
   * Reserves the requests that an operation is estimated to send. Throws `RATE_LIMITED` when fewer are
   * left, and `QUERY_TOO_COMPLEX` when a whole minute's budget would not suffice.
   */
  async reserve({ id }: Viewer, requests: number): Promise<Reservation> {
    if (requests > this.#requestsPerMinute) {
      throw tooComplex('upstreamRequestsPerMinute', this.#requestsPerMinute, requests);
    }
    try {
      const { endsAt } = this.#remember(id, await this.#limiter.consume(id, requests));
      return {
        settle: (sent) => {
          // What was not sent is given back only in the window that it was taken from.
          if (sent > requests || performance.now() < endsAt) this.#charge(id, sent - requests);
        },
      };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.#remember(id, error);
      this.#charge(id, -requests); // Otherwise a refused reservation would count too.
      throw rateLimited(error.msBeforeNext);
    }
  }

  /** Charges one upstream request of a subscription. Throws `RATE_LIMITED` when the budget is used up. */
  chargeOne({ id }: Viewer): void {
    const { used, endsAt } = this.#windowOf(id);
    if (used >= this.#requestsPerMinute) throw rateLimited(endsAt - performance.now());
    this.#charge(id, 1);
  }

  /** A viewer's budget. What other replicas charged after this process last used the limiter is not included. */
  budgetOf({ id }: Viewer): RateLimit {
    const { used, endsAt } = this.#windowOf(id);
    const limit = this.#requestsPerMinute;
    const resetAt = Date.now() + endsAt - performance.now();
    return { limit, remaining: Math.max(0, limit - used), resetAt };
  }

  /** Charges requests that were sent, or gives back what was reserved if `requests` is negative. */
  #charge(id: string, requests: number): void {
    if (requests === 0) return;
    const window = this.#windowOf(id);
    window.used += requests;
    this.#windows.set(id, window);
    const charged =
      requests > 0 ? this.#limiter.penalty(id, requests) : this.#limiter.reward(id, -requests);
    void charged.then((state) => this.#remember(id, state));
  }

  /** Remembers what the limiter, which may count for all replicas, says about a viewer. */
  #remember(id: string, { consumedPoints, msBeforeNext }: RateLimiterRes): Window {
    const window = { used: consumedPoints, endsAt: performance.now() + msBeforeNext };
    this.#windows.set(id, window);
    return window;
  }

  #windowOf(id: string): Window {
    const now = performance.now();
    const window = this.#windows.get(id);
    if (window !== undefined && window.endsAt > now) return window;
    return { used: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
  }
}

/** Counts in this process only. */
export function memoryLimiter(requestsPerMinute: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
}

function rateLimited(waitMs: number): OddsgraphError {
  countRefusal('viewer_requests');
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const message = 'Your budget of upstream requests is used up for now.';
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds });
}
