import { tooComplex } from '../errors/errors.ts';
import type { Clock } from '../scheduling/clock.ts';
import { Usage } from './request-usage.ts';

const MINUTE_MS = 60_000;

/**
 * A rate limit on a subscription's upstream requests: a token bucket that gains `perMinute` tokens a minute
 * and holds twice as many, so that its first result may use a minute's tokens without using up those of later ones.
 */
export class SubscriptionUsage extends Usage {
  readonly #clock: Clock;
  readonly #perMinute: number;
  #tokens: number;
  #refilledAt: number;
  /** How many requests were refused, because they were over this limit or by `onRequest`. */
  refused = 0;

  constructor(perMinute: number, clock: Clock) {
    super();
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#tokens = 2 * perMinute;
    this.#refilledAt = clock.monotonic();
  }

  /** Whether the next request would be over the limit. */
  get isUsedUp(): boolean {
    this.#refill();
    return this.#tokens < 1;
  }

  override countRequest(): void {
    try {
      if (this.isUsedUp) {
        throw tooComplex('upstreamRequestsPerMinute', this.#perMinute, this.#perMinute + 1);
      }
      super.countRequest();
    } catch (error) {
      this.refused += 1;
      throw error;
    }
    this.#tokens -= 1;
  }

  #refill(): void {
    const now = this.#clock.monotonic();
    const passedMs = Math.max(0, now - this.#refilledAt);
    const gained = (this.#perMinute * passedMs) / MINUTE_MS;
    this.#tokens = Math.min(2 * this.#perMinute, this.#tokens + gained);
    this.#refilledAt = now;
  }
}
