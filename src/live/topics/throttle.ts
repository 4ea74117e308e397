import type { Timer } from '../../scheduling/clock.ts';
import type { TurnClock } from '../../scheduling/turn-clock.ts';

/** A subscriber that reads an update at most this long after it was emitted counts as on time. */
const TOLERANCE_MS = 5;

/**
 * Throttles the updates of a topic, which emits at most one batch of changes per interval. Subscribers that
 * fell behind or have just joined read at other times; they, too, wait for an interval after each update.
 */
export class Throttle {
  readonly #clock: TurnClock;
  readonly #intervalMs: number;
  readonly #wakeAll: () => void;
  #emittedAt = Number.NEGATIVE_INFINITY;
  /** Emits the changes that the interval holds back; null if there are none. */
  #emitTimer: Timer | null = null;
  /** The next time at which a subscriber may read an update that was deferred. */
  #wakeUp: { readonly at: number; readonly timer: Timer } | null = null;

  constructor(clock: TurnClock, intervalMs: number, wakeAll: () => void) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#wakeAll = wakeAll;
  }

  /** Whether nothing is throttled: updates are sent as soon as possible. */
  get isOff(): boolean {
    return this.#intervalMs === 0;
  }

  /** Calls `emit` now, or when an interval has passed since the last batch: once for all calls until then. */
  schedule(emit: () => void): void {
    const wait = this.#emittedAt + this.#intervalMs - this.#clock.monotonic();
    if (wait <= 0) this.#run(emit);
    else this.#emitTimer ??= this.#clock.after(wait, () => this.#run(emit));
  }

  /** When a subscriber that reads an update now may read the next one, on the monotonic clock. */
  get nextUpdateAt(): number {
    if (this.isOff) return 0;
    const now = this.#clock.monotonic();
    const isOnTime = now - this.#emittedAt <= TOLERANCE_MS;
    return (isOnTime ? this.#emittedAt : now) + this.#intervalMs;
  }

  /** Returns false if an update may be read now. Otherwise returns true, and wakes all subscribers by `at`. */
  deferUntil(at: number): boolean {
    if (this.isOff) return false; // The clock is not asked for each delivery.
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
    this.#emitTimer?.cancel();
    this.#emitTimer = null;
    this.#wakeUp?.timer.cancel();
    this.#wakeUp = null;
  }

  #run(emit: () => void): void {
    this.#emitTimer?.cancel();
    this.#emitTimer = null;
    this.#emittedAt = this.#clock.monotonic();
    emit();
  }
}
