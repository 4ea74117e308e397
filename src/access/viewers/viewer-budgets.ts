import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { OddsgraphError, tooComplex } from '../../errors.ts';
import type { RateLimit } from '../../upstream/request-usage.ts';
import type { Viewer } from './verified-viewer.ts';

const WINDOW_SECONDS = 60;

/** Viewers that are remembered to have used up their budget. */
const EXHAUSTED_MAX = 50_000;

/** Upstream requests that an operation may still send, to be settled when it's done. */
export interface Reservation {
  /** Gives back what was reserved and not sent. */
  settle(sent: number): void;
}

/** How many upstream requests each viewer may cause in a minute, so that none uses up the others' share. */
export class ViewerBudgets {
  readonly #requestsPerMinute: number;
  readonly #limiter: RateLimiterMemory;
  /** When the window of a viewer whose budget is used up ends, in milliseconds since the Unix epoch. */
  readonly #exhausted = new LRUCache<string, number>({ max: EXHAUSTED_MAX });

  constructor(requestsPerMinute: number) {
    this.#requestsPerMinute = requestsPerMinute;
    this.#limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
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
      const { msBeforeNext } = await this.#limiter.consume(id, requests);
      const windowEnd = Date.now() + msBeforeNext;
      return {
        settle: (sent) => {
          if (sent > requests) void this.#charge(id, sent - requests);
          else if (sent < requests && Date.now() < windowEnd) {
            void this.#limiter.reward(id, requests - sent);
          }
        },
      };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      void this.#limiter.reward(id, requests); // Otherwise a refused reservation would count too.
      throw rateLimited(error.msBeforeNext);
    }
  }

  /** Charges one request of a subscription. Throws `RATE_LIMITED` when the budget is used up. */
  chargeOne({ id }: Viewer): void {
    const windowEnd = this.#exhausted.get(id) ?? 0;
    if (windowEnd > Date.now()) throw rateLimited(windowEnd - Date.now());
    void this.#charge(id, 1);
  }

  /** A viewer's own budget. */
  async budgetOf({ id }: Viewer): Promise<RateLimit> {
    const state = await this.#limiter.get(id);
    const limit = this.#requestsPerMinute;
    return {
      limit,
      remaining: Math.max(0, limit - (state?.consumedPoints ?? 0)),
      resetAt: Date.now() + (state?.msBeforeNext ?? 0),
    };
  }

  async #charge(id: string, requests: number): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(id, requests);
    if (consumedPoints >= this.#requestsPerMinute) {
      this.#exhausted.set(id, Date.now() + msBeforeNext);
    }
  }
}

function rateLimited(waitMs: number): OddsgraphError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const message = 'Your budget of upstream requests is used up for now.';
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds });
}
