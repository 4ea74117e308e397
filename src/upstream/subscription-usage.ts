import type { Clock } from '../clock.ts';
import { tooComplex } from '../errors.ts';
import { Usage } from './request-usage.ts';

const MINUTE_MS = 60_000;

/**
 * What a subscription costs upstream, as long as it lives. It may send so many requests a minute, and
 * has as many more for the snapshot that it begins with.
 */
export class SubscriptionUsage extends Usage {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #onSpend: () => void;
  #left: number;
  #countedAt: number;
  /** Requests that were one too many. */
  refused = 0;

  /** `onSpend` is called before each request, and may refuse it. */
  constructor(perMinute: number, clock: Clock, onSpend: () => void = () => {}) {
    super();
    this.#onSpend = onSpend;
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#left = 2 * perMinute;
    this.#countedAt = clock.monotonic();
  }

  /** Whether the next request is one too many. */
  get isUsedUp(): boolean {
    this.#refill();
    return this.#left < 1;
  }

  override spend(): void {
    if (this.isUsedUp) {
      this.refused += 1;
      throw tooComplex('upstreamRequestsPerMinute', this.#perMinute, this.#perMinute + 1);
    }
    this.#onSpend();
    this.#left -= 1;
    super.spend();
  }

  #refill(): void {
    const now = this.#clock.monotonic();
    const passedMs = Math.max(0, now - this.#countedAt);
    const gained = (this.#perMinute * passedMs) / MINUTE_MS;
    this.#left = Math.min(2 * this.#perMinute, this.#left + gained);
    this.#countedAt = now;
  }
}
