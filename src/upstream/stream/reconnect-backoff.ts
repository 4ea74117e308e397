/** The longest wait before a lost stream is reopened, unless upstream asks for more. */
const WAIT_MAX_MS = 10_000;

/**
 * Exponential backoff with full jitter: the upper bound of the wait doubles with each failure. A stream
 * that was live, which means that its whole snapshot had arrived, resets the bound. To reset it again
 * after a short life (less than the longest wait), the next stream has to stay live for the longest wait.
 * So a stream that breaks soon after each snapshot backs off too.
 */
export class ReconnectBackoff {
  readonly #random: () => number;
  readonly #firstBoundMs: number;
  #failures = 0;
  #wasShortLived = false;

  /** `random` returns a number from 0 to 1. */
  constructor(random: () => number, firstBoundMs: number) {
    this.#random = random;
    this.#firstBoundMs = firstBoundMs;
  }

  /** The wait in milliseconds after a stream that was live for `liveMs`; null if it never was. */
  next(liveMs: number | null): number {
    if (liveMs !== null) {
      if (!this.#wasShortLived || liveMs >= WAIT_MAX_MS) this.#failures = 0;
      this.#wasShortLived = liveMs < WAIT_MAX_MS;
    }
    const boundMs = Math.min(WAIT_MAX_MS, this.#firstBoundMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return this.#random() * boundMs;
  }
}
