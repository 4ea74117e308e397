import type { Clock, Timer } from '../../clock.ts';

/** A subscriber that reads an update this late still follows the topic's releases. */
const TOLERANCE_MS = 5;

/**
 * The throttle interval of a topic: the minimum time between two updates to a subscriber. The topic
 * releases at most one batch per interval. Subscribers that fell behind or have just joined read at
 * other times, and wait an interval after each update, too.
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #wakeAll: () => void;
  #releasedAt = Number.NEGATIVE_INFINITY;
  #releaseTimer: Timer | null = null;
  /** The earliest time for which a subscriber waits. */
  #wakeUp: { readonly at: number; readonly timer: Timer } | null = null;

  constructor(clock: Clock, intervalMs: number, wakeAll: () => void) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#wakeAll = wakeAll;
  }

  /** Whether updates are sent as soon as possible. */
  get isOff(): boolean {
    return this.#intervalMs === 0;
  }

  /** Calls `release` now, or once an interval has passed since the last release. */
  schedule(release: () => void): void {
    const wait = this.#releasedAt + this.#intervalMs - this.#clock.monotonic();
    if (wait <= 0) this.#run(release);
    else this.#releaseTimer ??= this.#clock.after(wait, () => this.#run(release));
  }

  /** When a subscriber that reads an update now may read the next one. */
  get nextUpdateAt(): number {
    if (this.isOff) return Number.NEGATIVE_INFINITY;
    const now = this.#clock.monotonic();
    const isOnTime = now - this.#releasedAt <= TOLERANCE_MS;
    return (isOnTime ? this.#releasedAt : now) + this.#intervalMs;
  }

  /**
   * Whether a subscriber has to wait until `at`. If so, all subscribers are woken then or earlier.
   */
  isTooSoon(at: number): boolean {
    if (this.isOff) return false;
    const wait = at - this.#clock.monotonic();
    if (wait <= 0) return false;
    if (this.#wakeUp !== null && this.#wakeUp.at <= at) return true;
    this.#wakeUp?.timer.cancel();
    const timer = this.#clock.after(wait, () => {
      this.#wakeUp = null;
      this.#wakeAll();
    });
    this.#wakeUp = { at, timer };
    return true;
  }

  close(): void {
    this.#releaseTimer?.cancel();
    this.#releaseTimer = null;
    this.#wakeUp?.timer.cancel();
    this.#wakeUp = null;
  }

  #run(release: () => void): void {
    this.#releaseTimer?.cancel();
    this.#releaseTimer = null;
    this.#releasedAt = this.#clock.monotonic();
    release();
  }
}
