import { lruCache } from '../../caching/lru-cache.ts';
import { OddsgraphError, tooComplex } from '../../errors/errors.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { RateLimit } from '../../upstream/accounts/account-statuses.ts';
import type { Viewer } from '../identity.ts';

/** A budget is for a window of this length. The first request after its end begins a new one. */
export const WINDOW_SECONDS = 60;

/** Viewers whose budgets this process remembers. */
const VIEWERS_MAX = 50_000;

/** Upstream requests that are set aside for an operation, to be settled when it's done. */
export interface Reservation {
  /** Charges what was sent in place of what was reserved. */
  settle(sent: number): void;
}

/** Counts for all replicas. */
export interface SharedBudgets {
  /** Resolves with what the viewer has used, and for how many ms more its window lasts. */
  add(viewerId: string, requests: number): Promise<readonly [used: number, leftMs: number]>;
}

/** How many requests a viewer has used of its budget, as far as this process knows. */
interface Window {
  readonly used: number;
  /** On the monotonic clock. */
  readonly endsAt: number;
}

/**
 * How many upstream requests each viewer may cause in a minute, so that none uses up the others' share.
 */
export class ViewerBudgets {
  readonly #clock: Clock;
  readonly #requestsPerMinute: number;
  readonly #shared: SharedBudgets | null;
  readonly #windows = lruCache<Window>(VIEWERS_MAX);

  /** By viewer: requests whose charge the shared count has not answered yet. Its other answers may lack them. */
  readonly #unanswered = new Map<string, number>();

  /** Without `shared`, or while it fails, what this process knows counts. */
  constructor(clock: Clock, requestsPerMinute: number, shared: SharedBudgets | null = null) {
    this.#clock = clock;
    this.#requestsPerMinute = requestsPerMinute;
    this.#shared = shared;
  }

  /**
   * Reserves the requests that an operation is estimated to send. Throws `RATE_LIMITED` when fewer are
   * left, and `QUERY_TOO_COMPLEX` when a whole minute's budget would not suffice.
   */
  async reserve({ id }: Viewer, requests: number): Promise<Reservation> {
    if (requests > this.#requestsPerMinute) {
      throw tooComplex('upstreamRequestsPerMinute', this.#requestsPerMinute, requests);
    }
    // Even if none are charged, this tells what other replicas have charged.
    const { used, endsAt } = await this.#charge(id, requests);
    const settle = (sent: number) => {
      if (sent === requests) return;
      // What was not sent is given back only in the window that it was taken from.
      if (sent > requests || this.#clock.monotonic() < endsAt)
        void this.#charge(id, sent - requests);
    };
    if (requests === 0 || used <= this.#requestsPerMinute) return { settle };
    settle(0); // A refused reservation doesn't count.
    throw rateLimited(endsAt - this.#clock.monotonic());
  }

  /** Charges one upstream request of a subscription. Throws `RATE_LIMITED` when the budget is used up. */
  chargeOne({ id }: Viewer): void {
    const { used, endsAt } = this.#windowOf(id);
    const isUsedUp = used >= this.#requestsPerMinute;
    // Charging none still asks for the shared count, so that the next request knows what other replicas have given back.
    void this.#charge(id, isUsedUp ? 0 : 1);
    if (isUsedUp) throw rateLimited(endsAt - this.#clock.monotonic());
  }

  /** A viewer's budget. What other replicas have charged or given back since this process last asked is not included. */
  budgetOf({ id }: Viewer): RateLimit {
    const { used, endsAt } = this.#windowOf(id);
    const limit = this.#requestsPerMinute;
    const resetAt = this.#clock.now() + endsAt - this.#clock.monotonic();
    return { limit, remaining: Math.max(0, limit - used), resetAt };
  }

  /** Charges requests, or gives them back if `requests` is negative. Never rejects. */
  async #charge(id: string, requests: number): Promise<Window> {
    const { used, endsAt } = this.#windowOf(id);
    const own = this.#remember(id, used + requests, endsAt);
    if (this.#shared === null) return own;
    this.#addUnanswered(id, requests);
    const reply = await this.#shared.add(id, requests).catch(() => null);
    this.#addUnanswered(id, -requests);
    if (reply === null) return own;
    const shared = { used: reply[0], endsAt: this.#clock.monotonic() + reply[1] };
    this.#remember(id, shared.used + (this.#unanswered.get(id) ?? 0), shared.endsAt);
    return shared;
  }

  #addUnanswered(id: string, requests: number): void {
    const sum = (this.#unanswered.get(id) ?? 0) + requests;
    if (sum === 0) this.#unanswered.delete(id);
    else this.#unanswered.set(id, sum);
  }

  #remember(id: string, used: number, endsAt: number): Window {
    const window = { used: Math.max(0, used), endsAt };
    this.#windows.set(id, window);
    return window;
  }

  #windowOf(id: string): Window {
    const now = this.#clock.monotonic();
    const window = this.#windows.get(id);
    if (window !== undefined && window.endsAt > now) return window;
    return { used: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
  }
}

function rateLimited(waitMs: number): OddsgraphError {
  countRefusal('viewer_requests');
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const message = 'Your budget of upstream requests is used up for now.';
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds });
}
