/** Delay before a stream that we closed is reopened: upstream limits open streams and notices a closed one late. */
export const REOPEN_MS = 1_000;

/** The longest wait before a lost stream is reopened, unless upstream asks for more. */
const BACKOFF_MAX_MS = 10_000;

/**
 * Exponential backoff with full jitter. The bound doubles with each failure, until a stream was live: then it starts
 * anew. But after a stream that was live for less than `BACKOFF_MAX_MS`, the next one resets it only by being live for
 * longer, so that the waits grow if streams break off again and again.
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

  /** The wait in milliseconds after a stream that was live for `liveMs`, or never (null): see `StreamState`. */
  nextWaitMs(liveMs: number | null): number {
    if (liveMs !== null) {
      if (!this.#wasShortLived || liveMs >= BACKOFF_MAX_MS) this.#failures = 0;
      this.#wasShortLived = liveMs < BACKOFF_MAX_MS;
    }
    const boundMs = Math.min(
      BACKOFF_MAX_MS,
      this.#firstBoundMs * 2 ** Math.min(this.#failures, 10),
    );
    this.#failures += 1;
    return this.#random() * boundMs;
  }
}
